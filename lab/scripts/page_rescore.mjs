#!/usr/bin/env node
// Compares the figures that the script of a page makes in Chromium with those that the library makes, for random filters and
// decisions.
//
//   page_rescore.mjs IBID REPORT.json [SETS] [SEED]
//
// REPORT.json is a report with sentence pairs. For each set, random findings are decided in a new ledger, and `ibid rescore`
// scores the report with random filters. The page of the report gets the same ledger and filters. All figures of all documents,
// and the standing and words of each passage, have to be equal. Needs `npm ci --prefix tests/page`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { chromium } = createRequire(new URL('../../tests/page/package.json', import.meta.url))('playwright-core');
const [ibid, report, sets = '75', seed = '1'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'ibid-page-'));
const [page, ledger, scored] = ['page.html', 'ledger.jsonl', 'scored.json'].map(name => join(folder, name));
const run = (...args) => execFileSync(ibid, args, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 30 });

let state = Number(seed);
const random = below => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 2 ** 32 * below);
};
const some = (from, most) => Array.from({ length: random(most + 1) }, () => from[random(from.length)]);

function filters(documents) {
  const sources = documents.flatMap(document => document.sources);
  const id = sources.length ? sources[random(sources.length)].id.replace(/,/g, '?') : 'none';
  const valued = [
    `small=${1 + random(120)}`, `documents=${1 + random(4)}`, `small-source=${[0.1, 0.5, 1, 2.5][random(4)]}%`,
    `source=${id}`, `source=${id.slice(0, id.length / 2)}*`, `since=20${10 + random(14)}`, `until=20${10 + random(14)}-0${1 + random(9)}`,
  ];
  const out = [...some(['quotes', 'cited', 'captions', 'own'], 3), ...some(valued, 3)];
  const back = some(['references', 'front', 'possible'], 2);
  return [...out.flatMap(name => ['--exclude', name]), ...back.flatMap(name => ['--include', name])];
}

/** Decides some findings of some documents. */
function decide(documents) {
  writeFileSync(ledger, '');
  const names = ['copied', 'quotation', 'own-work', 'common-phrase', 'ignore'];
  for (const document of documents) {
    const findings = [...new Set(document.passages.filter(passage => passage.said).map(passage => String(passage.finding)))];
    for (const name of names) {
      const chosen = [...new Set(some(findings, Math.min(findings.length, 12)))];
      if (findings.length && chosen.length && random(3)) {
        run('decide', report, ...chosen, '--as', name, '--by', 'Ana', '--document', document.id, '--decisions', ledger);
      }
    }
  }
}

const sorted = value => JSON.stringify(value ?? null, (_, inner) =>
  inner && typeof inner === 'object' && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort()) : inner);
const figures = made => sorted({
  matched: made.matched, ratios: made.ratios, excluded: made.excluded ?? null, decided: made.decided ?? null,
  sources: made.sources.map(({ id, matched, ratio, passages }) => [id, matched, ratio, passages]),
  passages: made.passages.map(passage => [passage.kind, passage.left_out ?? null, passage.matched_words, passage.quoted_words,
    passage.cited_words, passage.uncredited_words, passage.credit, passage.is_best]),
});

run('rescore', report, '--decisions', 'none', '-o', page);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const tab = await browser.newPage();
await tab.goto('file://' + page);
await tab.waitForFunction(() => window.ibid);
const { documents } = JSON.parse(readFileSync(report, 'utf8'));
let differing = 0, decided = 0;
for (let set = 0; set < Number(sets); set++) {
  decide(documents);
  const options = filters(documents);
  run('rescore', report, ...options, '--decisions', ledger, '-o', scored);
  const whole = JSON.parse(readFileSync(scored, 'utf8'));
  const lines = readFileSync(ledger, 'utf8');
  for (const [number, document] of whole.documents.entries()) {
    const made = await tab.evaluate(([number, lines, names]) => {
      const decisions = window.ibid.apply(number, lines).map(made => made.decision);
      return window.ibid.rescore(number, names, decisions);
    }, [number, lines, whole.parameters.excluded]);
    decided += document.decided ? 1 : 0;
    if (figures(document) !== figures(made)) {
      differing++;
      if (differing <= 3) console.log(`differs: ${document.id}, ${options.join(' ')}\n  ${figures(document).slice(0, 700)}\n  ${figures(made).slice(0, 700)}`);
    }
  }
}
console.log(`${report}: ${sets} sets, ${documents.length} documents each, ${decided} with decisions, ${differing} differ`);
await browser.close();
rmSync(folder, { recursive: true });
