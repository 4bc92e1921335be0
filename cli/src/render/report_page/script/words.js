'use strict';
// Sets of words: flat lists of ranges, the start and the end of each, in order and apart.

/** The most words of a document: a range is sorted as one number. */
const MOST_WORDS = 2 ** 26;

/** Makes the set of the words of ranges, which may come in any order and overlap. */
function wordSet(ranges) {
  const keys = new Float64Array(ranges.length);
  let count = 0;
  for (const [start, end] of ranges) if (start < end) keys[count++] = start * MOST_WORDS + end;
  return merged(keys.subarray(0, count));
}

/** Returns all words of some sets. */
function union(sets) {
  const only = sets.filter(set => set.length > 0);
  if (only.length < 2) return only.length ? only[0] : [];
  const keys = new Float64Array(only.reduce((sum, set) => sum + set.length / 2, 0));
  let count = 0;
  for (const set of only) for (let at = 0; at < set.length; at += 2) keys[count++] = set[at] * MOST_WORDS + set[at + 1];
  return merged(keys);
}

function merged(keys) {
  keys.sort();
  const set = [];
  for (const key of keys) {
    const start = Math.floor(key / MOST_WORDS), end = key % MOST_WORDS;
    if (set.length && start <= set[set.length - 1]) set[set.length - 1] = Math.max(set[set.length - 1], end);
    else set.push(start, end);
  }
  return set;
}

/** Returns the place of the first range of a set that ends behind a word. */
function firstBehind(set, word) {
  let low = 0, high = set.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (set[2 * middle + 1] <= word) low = middle + 1; else high = middle;
  }
  return 2 * low;
}

/** Returns a set without the words of another one. */
function without(set, other) {
  if (!other.length) return set;
  const left = [];
  for (let at = 0; at < set.length; at += 2) {
    let start = set[at];
    const end = set[at + 1];
    for (let out = firstBehind(other, start); out < other.length && other[out] < end; out += 2) {
      if (start < other[out]) left.push(start, other[out]);
      start = Math.max(start, other[out + 1]);
    }
    if (start < end) left.push(start, end);
  }
  return left;
}

/** Counts the words that two sets share. */
function shared(set, other) {
  let count = 0;
  for (let at = 0; at < set.length; at += 2) {
    for (let out = firstBehind(other, set[at]); out < other.length && other[out] < set[at + 1]; out += 2) {
      count += Math.min(set[at + 1], other[out + 1]) - Math.max(set[at], other[out]);
    }
  }
  return count;
}

function size(set) {
  let count = 0;
  for (let at = 0; at < set.length; at += 2) count += set[at + 1] - set[at];
  return count;
}
