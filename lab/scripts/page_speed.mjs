#!/usr/bin/env node
// Measures the page of a report with many passages in Chromium: first paint, ready, next passage, decision, filter, and
// the size of the file against that of its report.
//
// usage: page_speed.mjs IBID DOCS [PASSAGES]      the program, a folder of at least 40 English .txt documents, and the
//                                                 number of passages (2,000 by default)
//
// The paper is made of sentences of half of the documents, between paragraphs of the others; the same input gives the same
// paper. It needs `npm ci` in tests/page. Times are medians of 5 openings and of 20 steps, in milliseconds.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../../tests/page/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const [given, docs, wanted = '2000'] = process.argv.slice(2);
const program = path.resolve(given);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'page-speed-'));

/** Writes a paper with this many copied pieces, and its library. */
function makePaper(count) {
  const texts = fs.readdirSync(docs).filter(name => name.endsWith('.txt')).sort().slice(0, 60)
    .map(name => fs.readFileSync(path.join(docs, name), 'utf8').slice(0, 400000));
  const sentences = text => (text.replace(/\s+/g, ' ').match(/[^.!?]+[.!?]+["”’]*/g) || []).map(one => one.trim())
    .filter(one => one.split(' ').length > 12);
  const half = texts.length >> 1, library = texts.slice(0, half), own = texts.slice(half).map(sentences);
  fs.mkdirSync(path.join(work, 'library'));
  library.forEach((text, at) => fs.writeFileSync(path.join(work, 'library', `source-${at}.txt`), text));
  const copied = library.map(sentences), paragraphs = [];
  for (let at = 0; at < count; at++) {
    const source = copied[at % half], from = (at / half | 0) * 7 % (source.length - 3);
    const mine = own[at % own.length], place = (at / own.length | 0) * 5 % (mine.length - 3);
    paragraphs.push(mine.slice(place, place + 2).join(' '), source.slice(from, from + 2).join(' '));
  }
  fs.writeFileSync(path.join(work, 'paper.txt'), paragraphs.join('\n\n'));
}

const median = values => [...values].sort((x, y) => x - y)[values.length >> 1];

makePaper(Number(wanted));
const page = path.join(work, 'page.html'), json = path.join(work, 'page.json');
for (const output of [page, json]) {
  execFileSync(program, ['check', 'paper.txt', '--against', 'library', '-q', '-o', output], { cwd: work });
}
const report = JSON.parse(fs.readFileSync(json, 'utf8'));
const [size, jsonSize] = [page, json].map(file => fs.statSync(file).size);
console.log(`passages ${report.documents[0].passages.length}, words ${report.documents[0].total}`);
console.log(`page ${size} bytes, report ${jsonSize} bytes, ratio ${(size / jsonSize).toFixed(2)}`);

const browser = await chromium.launch({
  executablePath: process.env.IBID_CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
const paints = [], readies = [];
let tab;
for (let time = 0; time < 5; time++) {
  if (tab) await tab.close();
  tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await tab.goto(pathToFileURL(page).href, { waitUntil: 'commit' });
  await tab.waitForSelector('html[data-ready]', { timeout: 60000, state: 'attached' });
  const times = await tab.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(() => done({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime, ready: window.ibid.page.readyAt,
  })))));
  paints.push(times.paint);
  readies.push(times.ready);
}
console.log(`first paint ${median(paints).toFixed(0)}, ready ${median(readies).toFixed(0)}`);

/** Runs an action, and returns the time until what it changed is painted. */
const timed = action => tab.evaluate(`new Promise(done => {
  const start = performance.now();
  ${action};
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now() - start);
    channel.port2.postMessage(0);
  });
})`);
await tab.evaluate(() => { window.ibid.page.by = 'Ana Reyes'; });
for (const [name, action] of [
  ['next passage', () => 'actions.next()'],
  ['decision', i => `actions.next(); decide(DECISIONS[${i % 5}])`],
  ['filter', i => `refilter(${JSON.stringify(i % 2 ? ['references', 'quotes', 'small=20'] : ['references', 'front', 'possible'])})`],
]) {
  const times = [];
  for (let i = 0; i < 20; i++) times.push(await timed(action(i)));
  console.log(`${name} ${median(times).toFixed(0)}, slowest ${Math.max(...times).toFixed(0)}`);
}
await browser.close();
fs.rmSync(work, { recursive: true });
