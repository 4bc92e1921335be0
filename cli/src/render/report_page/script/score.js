// The figures of a document for any filters and decisions, by the rules of the library (src/score).

const OUT_OF_ALL = ['references', 'captions', 'front'];
const PARTS = ['references', 'captions', 'front', 'quotes', 'cited', 'phrases'];
const FIELD_OF_PART = { quotes: 'quoted' };
/** The standings from the gravest on; null is open. */
const GRAVEST_FIRST = ['copied', null, 'quotation', 'own-work', 'common-phrase', 'ignore'];

/** Parses filters from the names that --exclude takes. */
function filtersOf(names) {
  const filters = { small: 0, documents: 0, 'small-source': 0, source: [], since: null, until: null };
  for (const name of names) {
    const at = name.indexOf('=');
    if (at < 0) { filters[name] = true; continue; }
    const [key, value] = [name.slice(0, at), name.slice(at + 1)];
    if (key === 'source') filters.source.push(pattern(value));
    else if (key === 'since' || key === 'until') filters[key] = moment(value);
    else if (key === 'small-source') filters[key] = value.endsWith('%') ? parseFloat(value) / 100 : parseFloat(value);
    else filters[key] = parseInt(value, 10);
  }
  return filters;
}

/** Makes a pattern for whole names, in which `*` stands for any characters and `?` for one. */
function pattern(text) {
  const parts = [...text].map(c => c === '*' ? '.*' : c === '?' ? '.' : c.replace(/[\\^$.|+()[\]{}/]/, '\\$&'));
  return new RegExp(`^(?:${parts.join('')})$`, 'su');
}

/** Returns the time that a date of ISO 8601 leaves open, in seconds; null if it is none. */
function moment(text) {
  const day = (year, month, date) => new Date(0).setUTCFullYear(year, month - 1, date) / 1000;
  const isDay = (year, month, date) => {
    const made = new Date(new Date(0).setUTCFullYear(year, month - 1, date));
    return made.getUTCMonth() === month - 1 && made.getUTCDate() === date;
  };
  const [, year, month, date] = (/^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text) || []).map(Number);
  if (year !== undefined) {
    if (!isDay(year, month || 1, date || 1)) return null;
    if (date) return { start: day(year, month, date), end: day(year, month, date + 1) };
    return month ? { start: day(year, month, 1), end: day(year, month + 1, 1) } : { start: day(year, 1, 1), end: day(year + 1, 1, 1) };
  }
  if (!/^\d{4}-\d\d-\d\d[T ]/.test(text)) return null;
  const zoned = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(text.slice(11)) ? text : text + 'Z';
  const start = Math.floor(Date.parse(zoned.replace(' ', 'T')) / 1000);
  return Number.isNaN(start) ? null : { start, end: start + 1 };
}

/** Compares texts by their code points, as the library sorts them. */
function compareTexts(x, y) {
  const [a, b] = [Array.from(x), Array.from(y)];
  for (let at = 0; at < a.length && at < b.length; at++) {
    if (a[at] !== b[at]) return a[at].codePointAt(0) - b[at].codePointAt(0);
  }
  return a.length - b.length;
}

function ratio(part, all) {
  return all === 0 ? 0 : Math.round(part / all * 10000) / 10000;
}

const isCopy = kind => kind !== 'possible' && kind !== 'commonplace';

/** The words of a document, from which all figures are made. */
class Scoring {
  constructor(report) {
    this.report = report;
    const words = report.words || {};
    this.parts = new Map(PARTS.map(part => [part, wordSet(words[FIELD_OF_PART[part] || part] || [])]));
    this.template = wordSet(words.template || []);
    this.quoted = this.parts.get('quotes');
    this.cited = this.parts.get('cited');
    this.credited = union([this.quoted, this.cited]);
    this.passages = report.passages.map(passage => ({
      report: passage,
      taken: wordSet(passage.taken || []),
      everywhere: wordSet((passage.taken || []).concat(passage.taken_also || [])),
    }));
    this.sources = new Map();
    for (const source of (report.sources || []).concat(report.other_sources || [])) this.sources.set(source.id, source);
  }

  /** Makes all figures. `made` has for each passage its decision or null, whether it is disputed, and its open words. */
  score(names, made) {
    const filters = filtersOf(names);
    const leftOut = PARTS.filter(part => filters[part]).map(part => [part, this.parts.get(part)]);
    const unmatched = union(leftOut.map(([, set]) => set));
    const outOfAll = union(leftOut.filter(([part]) => OUT_OF_ALL.includes(part)).map(([, set]) => set).concat([this.template]));
    const scored = {
      leftOut, unmatched,
      uncounted: union([unmatched, this.template]),
      total: Math.max(0, this.report.total - size(outOfAll)),
    };
    const passages = this.standing(filters, scored);
    const found = this.found(passages, scored);
    const decided = this.decided(passages, found, scored, made);
    const isTouched = made.some(one => one.decision || one.disputed);
    const all = decided.words;
    decided.words = {};
    for (const name of GRAVEST_FIRST) if (name && all[name]) decided.words[name] = all[name];
    return { ...found, passages, total: scored.total, decided: isTouched ? decided : null, now: decided, open: all.open || 0 };
  }

  /** Returns the words that passages take over and that figures count. */
  taken(passages, scored) {
    return without(union(passages.map(passage => passage.everywhere)), scored.uncounted);
  }

  standing(filters, scored) {
    const passages = this.passages.map(({ report, taken, everywhere }) => {
      const passage = { report, everywhere, source: report.b, finding: report.finding, kind: report.kind };
      if (report.is_weak) passage.kind = filters.possible ? 'possible' : kindOf(report.similarity);
      passage.left_out = this.leftOut(passage, taken, filters, scored);
      this.countWords(passage, taken, scored);
      return passage;
    });
    const counting = () => passages.filter(counts);
    if (filters.documents > 0) {
      const findings = new Map();
      for (const passage of counting()) {
        const known = findings.get(passage.finding) || { sources: new Set(), more: 0 };
        known.sources.add(passage.source);
        known.more = Math.max(known.more, passage.report.more_documents || 0);
        findings.set(passage.finding, known);
      }
      for (const passage of counting()) {
        const { sources, more } = findings.get(passage.finding);
        if (sources.size + more > filters.documents) passage.left_out = 'documents';
      }
    }
    if (filters['small-source'] > 0) {
      const least = filters['small-source'] * scored.total;
      for (const [, some] of bySource(counting())) {
        if (size(this.taken(some, scored)) < least) for (const passage of some) passage.left_out = 'small-source';
      }
    }
    return passages;
  }

  /** Returns the filter that leaves a passage out by itself, or null. */
  leftOut(passage, taken, filters, scored) {
    if (!isCopy(passage.kind)) return null;
    if (passage.report.is_part_of_weak && !filters.possible) return 'within';
    const source = this.sources.get(passage.source);
    const ofSource = source && filterOfSource(source, filters);
    if (ofSource) return ofSource;
    const all = size(taken), out = shared(taken, scored.unmatched);
    if (out > 0 && out * 10 >= all * 9) {
      let most = -1, name = null;
      for (const [part, set] of scored.leftOut) {
        const count = shared(taken, set);
        if (count > most) [most, name] = [count, part];
      }
      return name;
    }
    return all - out < filters.small ? 'small' : null;
  }

  countWords(passage, taken, scored) {
    const matched = without(taken, PARTS.includes(passage.left_out) ? this.template : scored.uncounted);
    const all = size(matched);
    const [quoted, cited] = [shared(matched, this.quoted), shared(matched, this.cited)];
    const neither = all - shared(matched, this.credited);
    const holds = words => words * 10 >= all * 9;
    Object.assign(passage, { matched_words: all, quoted_words: quoted, cited_words: cited, uncredited_words: neither });
    passage.credit = all === 0 || holds(neither) ? 'neither'
      : holds(quoted) ? (holds(cited) ? 'both' : 'quoted') : holds(cited) ? 'cited' : 'partly';
  }

  found(passages, scored) {
    const counting = passages.filter(counts);
    const isPeer = id => this.sources.has(id) && typeof this.sources.get(id).peer_matched === 'number';
    const ofCollection = this.taken(counting.filter(passage => !isPeer(passage.source)), scored);
    const sources = [];
    for (const [id, some] of bySource(counting)) {
      const matched = this.taken(some, scored);
      const row = { id, matched: size(matched), ratio: ratio(size(matched), scored.total), passages: some.length };
      if (isPeer(id)) row.peer_matched = size(without(matched, ofCollection));
      sources.push(row);
    }
    const date = row => (this.sources.get(row.id) || {}).date;
    sources.sort((x, y) => y.matched - x.matched || (date(x) === undefined) - (date(y) === undefined)
      || compareTexts(date(x) || '', date(y) || '') || compareTexts(x.id, y.id));
    const own = new Set(sources.map(row => row.id).filter(id => (this.sources.get(id) || {}).same_author));
    const byOthers = passage => !own.has(passage.source);
    const all = this.taken(counting, scored);
    const others = this.taken(counting.filter(byOthers), scored);
    const share = set => ratio(size(set), scored.total);
    setBest(passages, new Map(sources.map((row, rank) => [row.id, [isPeer(row.id), rank]])));
    return {
      byOthers, sources,
      matched: size(all),
      ratios: {
        overall: share(all),
        without_quotations: share(without(all, this.credited)),
        without_own_work: share(others),
        largest_source: sources.length ? sources[0].ratio : 0,
        uncredited: share(without(others, this.credited)),
      },
      excluded: this.excluded(passages, scored, all),
    };
  }

  /** Returns the words and passages that the filters leave out, or null. */
  excluded(passages, scored, all) {
    const excluded = { words: {}, matched: {}, passages: 0 };
    const copied = without(union(passages.filter(passage => isCopy(passage.kind)).map(passage => passage.everywhere)), this.template);
    for (const [part, set] of scored.leftOut) {
      if (OUT_OF_ALL.includes(part) && size(set) > 0) excluded.words[part] = size(set);
      const count = shared(copied, set);
      if (count > 0) excluded.matched[part] = count;
    }
    const byFilter = new Map();
    for (const passage of passages) {
      if (!passage.left_out) continue;
      excluded.passages++;
      if (!PARTS.includes(passage.left_out)) byFilter.set(passage.left_out, (byFilter.get(passage.left_out) || []).concat([passage]));
    }
    for (const [filter, some] of byFilter) {
      const count = size(without(this.taken(some, scored), all));
      if (count > 0) excluded.matched[filter] = count;
    }
    const isEmpty = !excluded.passages && !Object.keys(excluded.words).length && !Object.keys(excluded.matched).length;
    return isEmpty ? null : excluded;
  }

  decided(passages, found, scored, made) {
    const weighed = [];
    passages.forEach((passage, at) => {
      const one = made[at];
      if (!counts(passage) && !(passage.kind === 'possible' && one.decision === 'copied')) return;
      const open = wordSet(one.open_words || []);
      const taken = this.taken([passage], scored);
      weighed.push({
        passage, made: one,
        covered: without(taken, open),
        open: one.decision ? without(taken, without(taken, open)) : without(taken, open),
      });
    });
    const withStanding = (some, standing) => union(some.map(one =>
      (one.made.decision || null) === standing ? one.covered : standing === null ? one.open : []));
    const openToOthers = withStanding(weighed.filter(one => found.byOthers(one.passage)), null);
    const sums = [0, 0, 0, 0], words = {};
    let graver = [];
    for (const standing of GRAVEST_FIRST) {
      const set = without(withStanding(weighed, standing), graver);
      const count = size(set);
      let of = [0, 0, 0, 0];
      if (standing === 'copied') of = [count, count, count, count];
      else if (standing === 'quotation') of = [count, 0, count, 0];
      else if (standing === 'own-work') of = [count, count, 0, 0];
      else if (standing === null) {
        const ofOthers = without(set, without(set, openToOthers));
        of = [count, size(without(set, this.credited)), size(ofOthers), size(without(ofOthers, this.credited))];
      }
      of.forEach((words, at) => { sums[at] += words; });
      if (count > 0) words[standing || 'open'] = count;
      graver = union([graver, set]);
    }
    const share = count => ratio(count, scored.total);
    const findings = isWanted => new Set(weighed.filter(isWanted).map(one => one.passage.finding)).size;
    let largest = 0;
    for (const [, some] of bySource(weighed, one => one.passage.source)) {
      const set = union(GRAVEST_FIRST.slice(0, 4).map(standing => withStanding(some, standing)));
      largest = Math.max(largest, size(set));
    }
    return {
      matched: sums[0],
      ratios: {
        overall: share(sums[0]), without_quotations: share(sums[1]), without_own_work: share(sums[2]),
        largest_source: share(largest), uncredited: share(sums[3]),
      },
      found_copied: words.copied || 0,
      found_copied_ratio: share(words.copied || 0),
      findings: findings(() => true),
      open: findings(one => !one.made.decision || (one.made.open_words || []).length > 0),
      disputed: findings(one => one.made.disputed),
      words,
    };
  }
}

function counts(passage) {
  return isCopy(passage.kind) && !passage.left_out;
}

function kindOf(similarity) {
  return similarity >= 0.98 ? 'verbatim' : similarity >= 0.6 ? 'near-verbatim' : 'reworded';
}

/** Returns the filter that leaves out all passages of a source, or null. */
function filterOfSource(source, filters) {
  if (filters.own && source.same_author) return 'own';
  if (filters.source.some(one => one.test(source.id) || (source.title && one.test(source.title)))) return 'source';
  const published = source.date ? moment(source.date) : null;
  if (!published) return null;
  const isEarly = filters.since && published.start < filters.since.start;
  const isLate = filters.until && published.start >= filters.until.end;
  return isEarly || isLate ? 'date' : null;
}

function bySource(items, sourceOf = passage => passage.source) {
  const groups = new Map();
  for (const item of items) {
    const id = sourceOf(item);
    if (groups.has(id)) groups.get(id).push(item); else groups.set(id, [item]);
  }
  return groups;
}

/** Chooses the passage that stands for each finding: of a source that is no peer, then of the largest one. */
function setBest(passages, ranks) {
  const best = new Map();
  passages.forEach((passage, at) => {
    passage.is_best = false;
    if (!counts(passage)) return;
    const [isPeer, rank] = ranks.get(passage.source);
    const key = [Number(isPeer), rank, -passage.report.a_words, at];
    const known = best.get(passage.finding);
    const isLess = !known || key.findIndex((value, i) => value !== known[i]) >= 0
      && key.find((value, i) => value !== known[i]) < known[key.findIndex((value, i) => value !== known[i])];
    if (isLess) best.set(passage.finding, key);
  });
  for (const key of best.values()) passages[key[3]].is_best = true;
}
