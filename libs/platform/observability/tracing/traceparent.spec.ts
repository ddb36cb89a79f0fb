import { formatTraceparent, parseTraceparent } from './traceparent.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('parseTraceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`],
    [`00-${TRACE}-${SPAN}-00`, `00-${TRACE}-${SPAN}-00`],
    [`00-${TRACE}-${SPAN}-ff`, `00-${TRACE}-${SPAN}-03`],
    [`cc-${TRACE}-${SPAN}-01-what-the-future-brings`, `00-${TRACE}-${SPAN}-01`],
  ])('reads %s, which is sent on as %s', (text, sent) => {
    expect(formatTraceparent(parseTraceparent(text)!)).toBe(sent);
  });

  it.each([
    undefined,
    '',
    'ff'.repeat(30),
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    [`00-${TRACE}-${SPAN}-01`],
  ])('ignores %j', text => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});
