// The page: what all documents share, and what the reader does.

document.documentElement.classList.add('js');

const isNarrow = matchMedia('(max-width: 999px)');

/** What all documents share; filled when the page is there. */
const page = { report: null, documents: [], current: null, form: null, names: {}, parts: {}, by: '', last: null };

/** Fills the places {0}, {1} of a message. */
function say(name, ...values) {
  return page.messages[name].replace(/\{(\d)\}/g, (_, at) => values[at]);
}

function tell(text) {
  const told = document.getElementById('told');
  told.textContent = text;
  clearTimeout(page.telling);
  page.telling = setTimeout(() => { told.textContent = ''; }, 4000);
}

/** The decisions of this page: lines that were opened, lines that were made here, and what was undone. */
page.ledger = {
  opened: [], made_here: [], undone: [], isSaved: true, cache: null,

  made(report) {
    if (!this.opened.length && !this.made_here.length) return report.passages.map(madeOfReport);
    if (!this.cache) {
      const lines = page.report.documents.flatMap(linesOfReport);
      this.cache = new Ledger(lines.concat(this.opened, this.made_here));
    }
    return this.cache.apply(report);
  },

  changed() {
    this.cache = null;
    for (const one of page.documents) if (one) one.update();
  },
};

/** Returns the decision of a passage as the report has it. */
function madeOfReport(passage) {
  const disputes = passage.disputed || [];
  return {
    decision: passage.decision ? passage.decision.as : null, made: passage.decision && { note: '', ...passage.decision },
    disputed: disputes.length > 0, disputes, suggestion: passage.suggestion, open_words: passage.open_words || [],
  };
}

/** Decides the open finding, after asking who decides. */
async function decide(as, note = null) {
  const { current } = page, finding = current && current.open;
  if (!finding || !(await askName())) return;
  const { name, made } = current.stateOf(finding);
  const kept = note === null ? (made[0].made ? made[0].made.note : page.form.elements.note.value.trim()) : note;
  if (name === as && note === null) { current.showForm(); return; }
  const before = made[0].made && made[0].made.by === page.by ? made[0].made : { as: 'open', note: '' };
  append(lineOf(current.report, finding, as, as === 'open' ? '' : kept, name === 'disputed'), before);
  if (as !== 'open') page.last = { as, note: kept };
}

/** Makes the line of a decision on a finding. */
function lineOf(report, finding, as, note, settles) {
  const passages = finding.passages.map(at => report.passages[at]);
  const pairs = finding.passages.flatMap(at => pairsOf(report, at)).map(({ pair }) => pair);
  const line = { v: 1, at: timeAfter(page.ledger.made_here), by: page.by, paper: report.id, as };
  if (note) line.note = note;
  line.pairs = [...new Set(pairs)].sort();
  line.says = firstWords(passages[0].a_text || '');
  line.source = passages[0].b;
  if (settles) line.settles = true;
  return line;
}

/** Returns the time of a new line: now, or a moment behind the last one. */
function timeAfter(lines) {
  const last = lines.length ? Date.parse(lines[lines.length - 1].at) : 0;
  return new Date(Math.max(Date.now(), last + 1)).toISOString();
}

function firstWords(text) {
  const line = text.replace(/\s+/g, ' ').trim();
  const short = Array.from(line).slice(0, 59).join('');
  return short === line ? line : short + '…';
}

function append(line, before) {
  const { ledger } = page;
  ledger.made_here.push(line);
  ledger.undone = [];
  page.history.push({ line, before });
  ledger.isSaved = false;
  ledger.changed();
}

function undo() {
  const last = page.history.pop();
  if (!last) return;
  const { ledger } = page;
  if (ledger.made_here[ledger.made_here.length - 1] === last.line && !last.isSaved) ledger.made_here.pop();
  else {
    const { note, ...rest } = last.line;
    const again = { ...rest, as: last.before.as, at: timeAfter(ledger.made_here) };
    ledger.made_here.push(last.before.note ? { ...again, note: last.before.note } : again);
  }
  ledger.undone.push(last);
  ledger.isSaved = false;
  ledger.changed();
}

function redo() {
  const last = page.ledger.undone.pop();
  if (!last) return;
  const line = { ...last.line, at: timeAfter(page.ledger.made_here) };
  page.ledger.made_here.push(line);
  page.history.push({ line, before: last.before });
  page.ledger.isSaved = false;
  page.ledger.changed();
}

/** Asks once for the name of the person who decides. */
function askName() {
  if (page.by) return Promise.resolve(true);
  const dialog = document.getElementById('who'), input = within(dialog, 'input');
  return new Promise(resolve => {
    dialog.addEventListener('close', () => {
      if (dialog.returnValue === 'yes') page.by = input.value.trim();
      resolve(page.by !== '');
      if (page.current && page.current.open) page.current.showForm();
    }, { once: true });
    dialog.returnValue = '';
    dialog.showModal();
  });
}

/** Returns the lines that were made here as a file, without pairs that no report has. */
function ledgerText() {
  const lines = page.ledger.made_here.map(line => ({ ...line, pairs: line.pairs.filter(pair => PAIR.test(pair)) }));
  return lines.filter(line => line.pairs.length).map(line => harmless(JSON.stringify(line)) + '\n').join('');
}

/** Escapes the characters that steer a terminal or turn the order of text, as reports do. */
function harmless(json) {
  return json.replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]/g,
    c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}

function save() {
  const text = ledgerText();
  if (!text) { tell(page.ledger.made_here.length ? say('saidNothing') : say('none')); return; }
  const link = document.createElement('a'), name = 'ibid-decisions.jsonl';
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  for (const one of page.history) one.isSaved = true;
  page.ledger.isSaved = true;
  tell(say('saved', text.split('\n').length - 1, name));
}

/** Reads a ledger. Returns false if it is none. */
function openLedger(text) {
  const { bad, lines } = parseLedger(text);
  if (bad) { tell(say('badLine', bad)); return false; }
  page.ledger.opened.push(...lines);
  page.ledger.changed();
  tell(say('loaded', lines.length));
  return true;
}

/** Shows a document, or the table of all with 0. */
function show(number) {
  const table = document.getElementById('all');
  if (table) table.hidden = number > 0;
  page.articles.forEach((article, at) => { article.hidden = at !== number - 1; });
  const article = page.articles[number - 1];
  page.current = null;
  (article ? within(article, '.bar') : table).append(page.tools);
  document.body.classList.toggle('reading', Boolean(article));
  if (!article) return;
  if (!page.documents[number - 1]) {
    const one = new DocumentPage(article, page.report.documents[Number(article.dataset.d)]);
    page.documents[number - 1] = one;
    one.panes.paper.addEventListener('scroll', () => one.drawMap(), { passive: true });
    one.update();
  }
  page.current = page.documents[number - 1];
  article.append(page.tabs);
  if (!page.current.open) page.current.step(1);
}

/** Follows a link inside of the page. Returns false if it leads elsewhere. */
function follow(hash) {
  const [, kind, number, key] = /^#(all|[dp](\d+)(?:-(\d+))?)$/.exec(hash) || [];
  if (!kind) return false;
  const wanted = kind === 'all' ? 0 : Number(number);
  if (!page.current || page.current.article !== page.articles[wanted - 1]) show(wanted);
  if (key && page.current) page.current.openFinding(page.current.findings[key - 1]);
  return true;
}

/** What buttons and keys do. */
const actions = {
  next: () => page.current && (page.current.step(1) || tell(say('atEnd'))),
  previous: () => page.current && (page.current.step(-1) || tell(say('atStart'))),
  nextOpen: () => page.current && (page.current.step(1, one => one.name === 'open' && !one.isOut) || tell(say('atEnd'))),
  previousOpen: () => page.current && (page.current.step(-1, one => one.name === 'open' && !one.isOut) || tell(say('atStart'))),
  first: () => page.current && page.current.openEnd(1),
  lastOne: () => page.current && page.current.openEnd(-1),
  difference: () => page.current && page.current.stepDifference(1),
  differenceBack: () => page.current && page.current.stepDifference(-1),
  note: () => page.current && page.current.open && page.form.elements.note.focus(),
  repeat: () => {
    if (!page.current || !page.current.open) return;
    const { suggestion } = page.current.stateOf(page.current.open).made[0], last = suggestion || page.last;
    if (last) decide(last.as, last.note || '');
  },
  undo, redo, save,
  load: () => within(page.tools, 'input').click(),
  print: () => document.getElementById('printing').showModal(),
  theme: () => {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    dataset.theme = isDark ? 'light' : 'dark';
    if (page.current) page.current.drawMap();
  },
  keys: () => document.getElementById('keys').showModal(),
  documentNext: () => follow(`#d${page.articles.findIndex(one => !one.hidden) + 2}`),
  documentBack: () => follow(`#d${page.articles.findIndex(one => !one.hidden)}`),
  filters: () => page.current && within(page.current.article, '.out input').focus(),
  filtersOff: () => refilter([]),
  all: () => {
    if (!page.current) return;
    const box = within(page.current.article, '.show [name=all]');
    box.checked = !box.checked;
    page.current.showRows();
  },
  reset: () => page.current && refilter(page.current.namesOfReport()),
};

const KEYS = {
  n: 'next', j: 'next', N: 'previous', k: 'previous', o: 'nextOpen', O: 'previousOpen', g: 'first', G: 'lastOne',
  d: 'difference', D: 'differenceBack', a: 'note', '.': 'repeat', u: 'undo', '[': 'documentBack', ']': 'documentNext',
  f: 'filters', F: 'filtersOff', c: 'all', '?': 'keys',
};

function refilter(names) {
  if (!page.current) return;
  page.current.writeFilters(names);
  page.current.names = names;
  page.current.update();
}

function press(event) {
  const isRedo = event.key === 'r' && event.ctrlKey;
  if (!document.getElementById('keys-on').checked || within(document, 'dialog[open]')) return;
  if (isRedo) { event.preventDefault(); redo(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (target.matches('textarea, select, input:not([type=radio], [type=checkbox])')) {
    if (event.key === 'Escape') target.blur();
    return;
  }
  const digit = '012345'.indexOf(event.key);
  if (event.key.length === 1 && digit >= 0) decide(digit ? DECISIONS[digit - 1] : 'open');
  else if (KEYS[event.key]) actions[KEYS[event.key]]();
  else return;
  event.preventDefault();
}

function clicked(event) {
  const button = event.target.closest('[data-do]');
  if (button) { actions[button.dataset.do](); return; }
  const tab = event.target.closest('[data-tab]');
  if (tab) {
    page.current.article.dataset.tab = tab.dataset.tab;
    for (const other of page.tabs.children) other.setAttribute('aria-pressed', String(other === tab));
    page.current.drawMap();
    return;
  }
  const link = event.target.closest('a[href^="#"]');
  if (link) { if (follow(link.hash)) event.preventDefault(); return; }
  const mark = event.target.closest('mark');
  if (mark && page.current && String(getSelection()) === '') {
    const keys = mark.dataset.k.split(' ').map(Number);
    const at = page.current.open ? keys.indexOf(page.current.open.at + 1) : -1;
    page.current.openFinding(page.current.findings[keys[(at + 1) % keys.length] - 1]);
    return;
  }
  if (event.target.matches('canvas') && page.current) {
    const { paper } = page.current.panes;
    paper.scrollTop = event.offsetY / event.target.clientHeight * paper.scrollHeight - paper.clientHeight / 2;
  }
}

function changed(event) {
  const { target } = event;
  if (target.closest('.decide')) {
    if (target.name === 'as') decide(target.value);
    else if (page.current.open) {
      const { name } = page.current.stateOf(page.current.open);
      if (DECISIONS.includes(name)) decide(name, target.value.trim());
    }
  } else if (target.closest('.out')) {
    page.current.names = page.current.readFilters();
    page.current.update();
  } else if (target.closest('.show')) page.current.showRows();
  else if (target.type === 'file' && target.files.length) {
    const reader = new FileReader();
    reader.onload = () => { openLedger(String(reader.result)); target.value = ''; };
    reader.readAsText(target.files[0]);
  }
}

function start() {
  page.report = JSON.parse(document.getElementById('ibid-report').textContent);
  page.messages = { ...document.getElementById('messages').dataset };
  for (const part of document.querySelectorAll('#messages [data-part]')) page.parts[part.dataset.part] = part.textContent;
  for (const name of document.querySelectorAll('#messages [data-decision]')) page.names[name.dataset.decision] = name.textContent;
  page.history = [];
  page.articles = [...document.querySelectorAll('article.doc')];
  const copy = id => document.getElementById(id).content.cloneNode(true).firstElementChild;
  [page.tools, page.tabs, page.form] = ['tools', 'tabs', 'decide'].map(copy);
  page.form.addEventListener('submit', event => event.preventDefault());
  document.documentElement.style.setProperty('--foot', JSON.stringify(say('foot')));
  document.addEventListener('click', clicked);
  document.addEventListener('change', changed);
  document.addEventListener('keydown', press);
  isNarrow.addEventListener('change', () => page.current && page.current.open && page.current.align());
  addEventListener('resize', () => page.current && page.current.drawMap());
  addEventListener('beforeunload', event => { if (!page.ledger.isSaved) event.preventDefault(); });
  const printing = document.getElementById('printing');
  printing.addEventListener('close', () => {
    if (printing.returnValue !== 'yes') return;
    document.body.dataset.print = within(printing, 'select').value;
    setTimeout(() => print(), 50);
  });
  if (!follow(location.hash)) show(document.getElementById('all') ? 0 : 1);
  document.documentElement.dataset.ready = 'yes';
  page.readyAt = performance.now();
}

document.addEventListener('DOMContentLoaded', start);

/** What tests ask of the page. */
window.ibid = {
  /** Scores a document again. `decisions` has a decision or null for each passage; what is missing stays as it is. */
  rescore(number, filters, decisions = []) {
    const report = page.report.documents[number];
    const made = report.passages.map((passage, at) =>
      decisions[at] === undefined ? madeOfReport(passage) : { decision: decisions[at], disputed: false, open_words: [] });
    const { ratios, matched, sources, excluded, decided, passages, total } = new Scoring(report).score(filters, made);
    const fields = ({ kind, left_out, matched_words, quoted_words, cited_words, uncredited_words, credit, is_best }) =>
      ({ kind, left_out, matched_words, quoted_words, cited_words, uncredited_words, credit, is_best });
    return { total, matched, ratios, sources, excluded, decided, passages: passages.map(fields) };
  },
  /** Applies the lines of a ledger to a document, and returns the decision of each passage. */
  apply(number, text) {
    return new Ledger(parseLedger(text).lines).apply(page.report.documents[number]);
  },
  openLedger, ledgerText, page,
};
