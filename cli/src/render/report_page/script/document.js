// One document of the page: its rows, marks, figures and minimap.

/** The most of a pane, as a share, that stands above the text of a source. */
const MOST_ABOVE = 0.6;
/** The most frames in which both sides are made level, and the number without a change after which they are. */
const MOST_FRAMES = 20, CALM_FRAMES = 3;

const within = (element, selector) => element.querySelector(selector);
const setText = (element, text) => { if (element && element.textContent !== text) element.textContent = text; };

class DocumentPage {
  constructor(article, report) {
    this.article = article;
    this.report = report;
    this.scoring = new Scoring(report);
    this.panes = {
      side: within(article, '.side'), paper: within(article, '.paper'), passages: within(article, '.passages'),
    };
    this.canvas = within(article, 'canvas');
    this.findings = [...article.querySelectorAll('.p')].map((row, at) => ({
      at, row, link: within(row, 'h3 a'), marks: [],
      passages: row.dataset.p.split(' ').map(Number), state: '', isShown: true,
    }));
    for (const mark of article.querySelectorAll('mark')) {
      for (const key of mark.dataset.k.split(' ')) this.findings[key - 1].marks.push(mark);
    }
    this.sourceRows = [...article.querySelectorAll('.sources li')];
    this.chars = Math.max(1, report.passages.reduce((most, passage) => Math.max(most, passage.a_end), (report.text || '').length));
    this.open = null;
    this.names = this.namesOfReport();
    this.writeFilters(this.names);
  }

  namesOfReport() {
    return page.report.parameters.excluded || [];
  }

  /** Returns the names of the filters that are set on the page. One that it has no switch for stays as it is. */
  readFilters() {
    const field = name => within(this.article, `.out [name="${name}"]`);
    const names = this.namesOfReport().filter(name => !field(name.split('=')[0]));
    for (const box of this.article.querySelectorAll('.out [type=checkbox]')) if (box.checked) names.push(box.name);
    for (const name of ['small', 'documents']) {
      const count = Math.floor(Number(field(name).value));
      if (count > 0) names.push(`${name}=${count}`);
    }
    const share = parseFloat(field('small-source').value);
    if (share > 0) names.push(`small-source=${Math.min(share, 100)}%`);
    for (const pattern of field('source').value.split('\n')) if (pattern.trim()) names.push(`source=${pattern.trim()}`);
    for (const name of ['since', 'until']) {
      const date = field(name).value.trim(), isDate = moment(date) !== null;
      field(name).setAttribute('aria-invalid', String(date !== '' && !isDate));
      if (isDate) names.push(`${name}=${date}`);
    }
    return names;
  }

  writeFilters(names) {
    const values = new Map();
    for (const name of names) {
      const at = name.indexOf('='), key = at < 0 ? name : name.slice(0, at);
      values.set(key, (values.get(key) || []).concat(at < 0 ? [] : [name.slice(at + 1)]));
    }
    for (const field of this.article.querySelectorAll('.out [name]')) {
      const value = (values.get(field.name) || []).join('\n');
      if (field.type === 'checkbox') field.checked = values.has(field.name);
      else field.value = field.type === 'number' ? value.replace('%', '') || '0' : value;
    }
  }

  /** Makes all figures again, and shows what changed. */
  update() {
    this.made = page.ledger.made(this.report);
    this.scored = this.scoring.score(this.names, this.made);
    this.showFigures();
    for (const finding of this.findings) this.showState(finding);
    this.showRows();
    this.drawMap();
    if (this.open) this.showForm();
  }

  showFigures() {
    const { scored } = this, now = scored.now;
    const percent = share => say('percent', (share * 100).toFixed(1));
    for (const cell of this.article.querySelectorAll('[data-found]')) {
      const share = scored.ratios[cell.dataset.found];
      if (share !== undefined) setText(cell, percent(share));
    }
    for (const cell of this.article.querySelectorAll('[data-decided]')) {
      const share = now.ratios[cell.dataset.decided];
      setText(cell, percent(share === undefined ? now.found_copied_ratio : share));
    }
    const lead = { overall: percent(scored.ratios.overall), found_copied: percent(now.found_copied_ratio), open: String(now.open) };
    for (const cell of this.article.querySelectorAll('[data-lead]')) setText(cell, lead[cell.dataset.lead]);
    setText(within(this.article, '.progress'), say('decidedOf', now.findings - now.open, now.findings));
    const words = { ...now.words, open: scored.open };
    const total = Math.max(1, scored.total);
    let at = 0;
    const bars = [];
    for (const cell of this.article.querySelectorAll('[data-share]')) {
      const name = cell.dataset.share, share = ratio(words[name] || 0, total);
      setText(cell, percent(share));
      bars.push(`${name} ${at.toFixed(3)} ${share.toFixed(3)}`);
      at += share;
    }
    this.showBars(bars);
    const parts = scored.excluded ? Object.entries(scored.excluded.matched) : [];
    const line = within(this.article, '.left-out');
    line.hidden = !parts.length;
    setText(line, say('leftOut', parts.map(([part, count]) => `${count} ${page.parts[part] || part}`).join(', ')));
    const rows = new Map(scored.sources.map(row => [row.id, row]));
    const largest = scored.sources.length ? scored.sources[0].ratio : 0;
    for (const row of this.sourceRows) {
      const source = rows.get(row.dataset.id);
      const ratio = source ? source.ratio : 0;
      setText(within(row, '.ratio'), percent(ratio));
      within(row, 'rect').setAttribute('width', `${largest ? (100 * ratio / largest).toFixed(1) : 0}%`);
      row.classList.toggle('out', !source);
    }
  }

  showBars(bars) {
    const stack = within(this.article, '.stack');
    if (stack.dataset.bars === bars.join()) return;
    stack.dataset.bars = bars.join();
    stack.replaceChildren(...bars.map(bar => {
      const [name, at, share] = bar.split(' ');
      const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
      rect.setAttribute('x', `${at * 100}%`);
      rect.setAttribute('width', `${share * 100}%`);
      rect.setAttribute('height', '12');
      rect.setAttribute('class', `k-${name}`);
      return rect;
    }));
  }

  /** Returns the standing of a finding: its decision, `disputed` or `open`, and whether it is out of the figures. */
  stateOf(finding) {
    const passages = finding.passages.map(at => this.scored.passages[at]);
    const made = finding.passages.map(at => this.made[at]);
    const first = made[0];
    const name = made.some(one => one.disputed) ? 'disputed' : first.decision || 'open';
    const isUncounted = name === 'common-phrase' || name === 'ignore';
    return { name, isOut: isUncounted || !passages.some(counts), passages, made };
  }

  showState(finding) {
    const { name, isOut } = this.stateOf(finding);
    const state = `${name} ${isOut}`;
    if (state === finding.state) return;
    const wasPlain = finding.state === '' && name === 'open' && isOut === finding.row.classList.contains('out');
    finding.state = state;
    finding.name = name;
    finding.isOut = isOut;
    if (wasPlain) return;
    for (const element of [finding.row, ...finding.marks]) element.classList.toggle('out', isOut);
    let chip = within(finding.row, '.chip');
    if (name === 'open') { if (chip) chip.remove(); return; }
    if (!chip) {
      chip = document.createElement('span');
      finding.link.after(chip);
    }
    chip.className = `chip k-${name}`;
    setText(chip, page.names[name]);
  }

  /** Shows the rows that the reader asks for. */
  showRows() {
    const field = name => within(this.article, `.show [name="${name}"]`);
    const [kind, credit, decided] = ['kind', 'credit', 'decided'].map(name => field(name).value);
    const withOut = field('all').checked;
    let shown = 0;
    for (const finding of this.findings) {
      const passage = this.scored.passages[finding.passages[0]];
      const isDecided = decided === 'some' ? !['open', 'disputed'].includes(finding.name) : !decided || finding.name === decided;
      const isShown = (!kind || passage.kind === kind) && (!credit || passage.credit === credit) && isDecided && (withOut || !finding.isOut);
      if (isShown !== finding.isShown) finding.row.hidden = !isShown;
      finding.isShown = isShown;
      shown += isShown;
    }
    setText(within(this.article, '.shown'), say('shownOf', shown, this.findings.length));
  }

  /** Opens a finding: its facts and both texts, level with each other. */
  openFinding(finding, isFocused = true) {
    if (this.open) {
      this.open.row.classList.remove('open');
      this.open.link.removeAttribute('aria-current');
      for (const mark of this.open.marks) mark.classList.remove('now');
    }
    this.open = finding;
    this.difference = -1;
    finding.row.classList.add('open');
    finding.link.setAttribute('aria-current', 'true');
    for (const mark of finding.marks) mark.classList.add('now');
    within(finding.row, '.sides').before(page.form);
    this.showForm();
    this.align();
    this.drawMap();
    if (isFocused) finding.link.focus({ preventScroll: true });
  }

  showForm() {
    const { name, made } = this.stateOf(this.open), first = made[0];
    for (const radio of page.form.elements.as) radio.checked = radio.value === name;
    const note = first.made ? first.made.note : '';
    if (document.activeElement !== page.form.elements.note) page.form.elements.note.value = note;
    const signed = ({ as, by, at }) => say('madeBy', page.names[as], by, at.slice(0, 16).replace('T', ' '));
    let line = first.made ? signed(first.made) : '';
    const disputes = made.flatMap(one => one.disputes || []);
    if (disputes.length) line = `${page.names.disputed}: ${disputes.map(signed).join('; ')}`;
    else if (!first.made && first.suggestion) line = say('suggested', signed(first.suggestion));
    if ((first.open_words || []).length) {
      const open = size(wordSet(first.open_words)), all = this.report.passages[this.open.passages[0]].a_words;
      line += ` · ${say('only', Math.max(0, all - open), all)}`;
    }
    setText(within(page.form, '.made'), line);
  }

  /** Scrolls both panes so that the open passage and its source begin at one height. */
  align() {
    const { row, marks } = this.open, { passages } = this.panes;
    if (isNarrow.matches) { row.scrollIntoView({ block: 'start' }); return; }
    const pane = passages.getBoundingClientRect(), there = within(row, '.there blockquote');
    passages.scrollTop += row.getBoundingClientRect().top - pane.top;
    if (!there || !marks.length) return;
    passages.scrollTop += Math.max(0, firstLine(there) - pane.top - pane.height * MOST_ABOVE);
    this.level(there);
    this.keepLevel(there, MOST_FRAMES, CALM_FRAMES);
  }

  /** Scrolls the paper to the height of a source. Above its beginning comes room, if it is too short. */
  level(there) {
    const { paper } = this.panes, lead = within(paper, '.lead-in');
    const missing = firstLine(this.open.marks[0]) - firstLine(there), height = lead.offsetHeight;
    const top = paper.scrollTop + missing;
    const room = Math.max(0, height - top);
    if (room !== height) lead.style.height = `${room}px`;
    paper.scrollTop = Math.max(0, top - height + room);
  }

  /** Keeps both level for some frames: text that comes into sight gets its true height only then. */
  keepLevel(there, frames, calm) {
    cancelAnimationFrame(this.leveling);
    this.leveling = requestAnimationFrame(() => {
      const isOff = Math.abs(firstLine(this.open.marks[0]) - firstLine(there)) > 1;
      if (isOff) this.level(there);
      if (frames > 0 && (isOff || calm > 0)) this.keepLevel(there, frames - 1, isOff ? CALM_FRAMES : calm - 1);
    });
  }

  /** Opens the next shown finding in a direction that is wanted. Returns false if there is none. */
  step(by, isWanted = () => true) {
    let at = this.open ? this.open.at + by : by > 0 ? 0 : this.findings.length - 1;
    while (this.findings[at] && !(this.findings[at].isShown && isWanted(this.findings[at]))) at += by;
    if (!this.findings[at]) return false;
    this.openFinding(this.findings[at]);
    return true;
  }

  /** Opens the first shown finding, or with -1 the last one. */
  openEnd(by) {
    const shown = this.findings.filter(finding => finding.isShown);
    if (shown.length) this.openFinding(by > 0 ? shown[0] : shown[shown.length - 1]);
  }

  /** Goes to the next difference of the open passage. */
  stepDifference(by) {
    if (!this.open) return;
    const all = [...this.open.row.querySelectorAll('.there blockquote b, .there blockquote u')];
    if (!all.length) return;
    if (all[this.difference]) all[this.difference].classList.remove('at');
    this.difference = (this.difference + by + all.length) % all.length;
    all[this.difference].classList.add('at');
    all[this.difference].scrollIntoView({ block: 'nearest' });
  }

  drawMap() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.paintMap());
  }

  paintMap() {
    const { canvas } = this, height = canvas.parentElement.clientHeight;
    if (!height) return;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext('2d');
    const colors = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(number => {
      const sign = within(this.article, `.s${number} .no`);
      return sign ? getComputedStyle(sign).backgroundColor : 'gray';
    });
    context.clearRect(0, 0, canvas.width, height);
    for (const finding of this.findings) {
      const passage = this.report.passages[finding.passages[0]];
      const number = Number((/\bs(\d)/.exec(finding.row.className) || [0, 0])[1]);
      const top = passage.a_start / this.chars * height, bottom = passage.a_end / this.chars * height;
      context.fillStyle = colors[number];
      const isThin = finding.isOut, width = finding === this.open ? canvas.width : canvas.width - 6;
      context.fillRect((canvas.width - width) / 2, top, isThin ? 3 : width, Math.max(2, bottom - top));
    }
    const { paper } = this.panes;
    context.strokeStyle = getComputedStyle(document.body).color;
    context.strokeRect(0.5, paper.scrollTop / paper.scrollHeight * height + 0.5, canvas.width - 1,
      Math.max(6, paper.clientHeight / paper.scrollHeight * height));
  }
}

/** Returns the top of the first line of an element's own text. */
function firstLine(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, {
    acceptNode: node => node.parentElement.closest('.n') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  });
  const text = walker.nextNode();
  if (!text) return element.getBoundingClientRect().top;
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(text, Math.min(1, text.length));
  return range.getBoundingClientRect().top;
}
