// How console.log() shows objects whose state is private.
import { test } from 'node:test';
import assert from 'node:assert';
import { inspect } from 'lib/inspect.js';

const flat = (value, options) => inspect(value, { breakLength: Infinity, ...options });

test('an Event shows what it is about', () => {
  assert.match(flat(new Event('x')),
    /^Event { type: 'x', defaultPrevented: false, cancelable: false, timeStamp: [\d.]+ }$/);
  assert.match(flat(new CustomEvent('x')), /^CustomEvent { type: 'x', /);
});

test('an EventTarget shows its class', () => {
  assert.strictEqual(flat(new EventTarget()), 'EventTarget {}');
});

test('an AbortController shows whether its signal is aborted', () => {
  const controller = new AbortController();
  assert.strictEqual(flat(controller.signal), 'AbortSignal { aborted: false }');
  assert.strictEqual(flat({ controller }, { depth: 2 }),
    '{ controller: AbortController { signal: AbortSignal { aborted: false } } }');
  controller.abort();
  assert.strictEqual(flat(controller.signal), 'AbortSignal { aborted: true }');
});

test('an encoder and a decoder show their options', () => {
  assert.strictEqual(flat(new TextEncoder()), "TextEncoder { encoding: 'utf-8' }");
  assert.strictEqual(flat(new TextDecoder('l1', { fatal: true })),
    "TextDecoder { encoding: 'windows-1252', fatal: true, ignoreBOM: false }");
});

test('a mark shows its fields', () => {
  const mark = performance.mark('x', { startTime: 1 });
  assert.strictEqual(flat(mark),
    "PerformanceMark { name: 'x', entryType: 'mark', startTime: 1, duration: 0, detail: null }");
});

test('a DOMException shows its name, message and stack', () => {
  const error = new DOMException('what', 'AbortError');
  assert.match(flat(error), /^DOMException \[AbortError\]: what\n +at /);
});

test('an object deeper than is asked for shows its class only', () => {
  assert.strictEqual(flat({ a: { controller: new AbortController() } }, { depth: 1 }),
    '{ a: { controller: [AbortController] } }');
});
