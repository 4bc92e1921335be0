// The ledger: decisions on pairs of sentences, one line each, by the rules of the library (docs/decisions.md).

const DECISIONS = ['copied', 'quotation', 'own-work', 'common-phrase', 'ignore'];
const PAIR = /^[0-9a-f]{16}~[0-9a-f]{16}$/;

/** Parses a file of lines. Returns the lines, or the number of the first one that is no decision. */
function parseLedger(text) {
  const lines = [], rows = text.replace(/^\ufeff/, '').split('\n');
  for (let at = 0; at < rows.length; at++) {
    if (!rows[at].trim()) continue;
    const line = parseLine(rows[at]);
    // A last line that was cut off while it was written was never told as saved.
    if (!line && at === rows.length - 1) break;
    if (!line) return { bad: at + 1, lines: [] };
    lines.push(line);
  }
  return { bad: 0, lines };
}

function parseLine(text) {
  let line;
  try { line = JSON.parse(text); } catch { return null; }
  const isText = value => typeof value === 'string';
  const isSound = line && line.v === 1 && isText(line.at) && !Number.isNaN(Date.parse(line.at)) && isText(line.by) && line.by
    && isText(line.paper) && (line.as === 'open' || DECISIONS.includes(line.as)) && Array.isArray(line.pairs)
    && line.pairs.every(pair => isText(pair) && PAIR.test(pair));
  return isSound ? line : null;
}

/** Returns the pairs of a passage. One that says nothing has a pair of its own, which is never saved. */
function pairsOf(report, at) {
  const passage = report.passages[at];
  if (passage.said && passage.said.length) return passage.said;
  return [{ pair: `#${report.id}#${at}`, words: passage.a_word_range }];
}

/** Returns the lines that stand for the decisions that a report has. */
function linesOfReport(report) {
  const lines = new Map();
  report.passages.forEach((passage, at) => {
    const open = wordSet(passage.open_words || []);
    const decided = passage.decision ? [passage.decision] : passage.disputed || [];
    for (const { as, by, at: time, note } of decided) {
      const key = JSON.stringify([as, by, time, note]);
      if (!lines.has(key)) lines.set(key, { v: 1, at: time, by, paper: report.id, as, note: note || '', pairs: [] });
      for (const said of pairsOf(report, at)) {
        if (shared(said.words, open) === 0) lines.get(key).pairs.push(said.pair);
      }
    }
  });
  return [...lines.values()];
}

/** The lines of one paper. */
class Ledger {
  constructor(lines) {
    const keyed = lines.map(line => ({ line, time: Date.parse(line.at), json: JSON.stringify(line) }));
    keyed.sort((x, y) => x.time - y.time || compareTexts(x.json, y.json));
    this.lines = keyed.map(({ line }) => line);
    this.byPair = new Map();
    this.lines.forEach((line, number) => {
      for (const pair of line.pairs) {
        if (this.byPair.has(pair)) this.byPair.get(pair).push(number); else this.byPair.set(pair, [number]);
      }
    });
  }

  /** Returns the state of a pair: null if it is open, the line that holds, or the lines of those who disagree. */
  state(pair, paper) {
    let last = [];
    for (const number of [...(this.byPair.get(pair) || [])].reverse()) {
      const line = this.lines[number];
      if (!line.everywhere && line.paper !== paper) continue;
      if (!last.some(other => this.lines[other].by === line.by)) last.push(number);
    }
    const settled = last.findIndex(number => this.lines[number].settles);
    if (settled >= 0) last = last.slice(0, settled + 1);
    last = last.filter(number => this.lines[number].as !== 'open');
    if (!last.length) return null;
    return last.every(number => this.lines[number].as === this.lines[last[0]].as) ? last[0] : last;
  }

  /** Returns the decision of each passage of a report, whether it is disputed, its suggestion and its open words. */
  apply(report) {
    return report.passages.map((passage, at) => this.applyTo(report, passage, at));
  }

  applyTo(report, passage, at) {
    const said = pairsOf(report, at), taken = wordSet(passage.taken || []), matched = size(taken);
    const states = said.map(({ pair }) => this.byPair.has(pair) ? this.state(pair, report.id) : null);
    const shares = new Map(), disputed = new Map();
    states.forEach((state, i) => {
      if (state === null) return;
      if (Array.isArray(state)) { for (const number of state) disputed.set(number, this.signed(number)); return; }
      const as = this.lines[state].as;
      if (!shares.has(as)) shares.set(as, new Map());
      const words = shared(said[i].words, taken);
      shares.get(as).set(state, (shares.get(as).get(state) || 0) + words);
    });
    let largest = null;
    for (const as of DECISIONS.filter(name => shares.has(name))) {
      const lines = [...shares.get(as)];
      const words = lines.reduce((sum, [, count]) => sum + count, 0);
      const [line] = lines.reduce((x, y) => y[1] > x[1] || (y[1] === x[1] && y[0] > x[0]) ? y : x);
      if (!largest || words > largest.words) largest = { as, words, line };
    }
    if (largest && largest.words * 10 >= matched * 9) {
      const isCovered = state => typeof state === 'number' && this.lines[state].as === largest.as;
      const open = said.filter((_, i) => !isCovered(states[i])).map(({ words }) => words);
      return { decision: largest.as, made: this.signed(largest.line), disputed: false, open_words: open };
    }
    if (disputed.size) return { decision: null, disputed: true, disputes: [...disputed.values()], open_words: [] };
    const suggestion = largest ? { ...this.signed(largest.line), words: largest.words } : passage.suggestion;
    return { decision: null, disputed: false, suggestion, open_words: [] };
  }

  signed(number) {
    const { as, by, at, note } = this.lines[number];
    return { as, by, at, note: note || '' };
  }
}
