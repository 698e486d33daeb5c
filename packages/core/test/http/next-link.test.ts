import { describe, expect, it } from 'vitest';
import { nextMember, nextTarget, replaceLinks, replaceNextMembers } from '../../src/http/next-link.ts';

const url = 'https://api.example/app/history?$top=5';

describe('nextTarget', () => {
  it.each([
    // RFC 8288, section 3.5 and its like
    ['<history?p=2>; rel="next"', 'history?p=2'],
    ['<history?p=2>;rel=next', 'history?p=2'],
    ['<p2>; REL="NEXT"', 'p2'],
    // White space is allowed around delimiters
    ['<p2>; rel = "next"', 'p2'],
    ['<p2> ; rel =next ;title="x"', 'p2'],
    ['\t<p2>\t;\trel\t=\t"next"\t', 'p2'],
    ['<p2>; rel="  next "', 'p2'],
    // Several relation types
    ['<p2>; rel="last next"', 'p2'],
    ['<p2>; rel="next\tlast"', 'p2'],
    ['<p2>; rel="https://example.com/rels/more next"', 'p2'],
    // Other parameters, whatever they contain
    ['<p2>; title="a < b"; rel="next"', 'p2'],
    ['<p2>; title="a > b"; rel="next"', 'p2'],
    ['<p2>; title="1, 2; 3"; rel="next"', 'p2'],
    ['<p2>; title="say \\"hi\\", <p3>; rel=last"; rel="next"', 'p2'],
    ['<p2>; title="back\\\\"; rel="next"', 'p2'],
    ['<p2>; title=""; rel="next"', 'p2'],
    ["<p2>; title*=UTF-8'de'%e2%82%ac; rel=next", 'p2'],
    ['<p2>; preload; rel=next', 'p2'],
    ['<p2>; ; rel=next;', 'p2'],
    ['<p2>; "odd"; rel=next', 'p2'],
    // Several links, empty elements and malformed ones
    ['<p1>; rel="prev", <p2>; rel="next"', 'p2'],
    ['<p1>;rel=prev,<p2>;rel=next', 'p2'],
    [', ,<p1>, , <p2>; rel="next",', 'p2'],
    ['<p1>; title="<p0>; rel=next", <p2>; rel="next"', 'p2'],
    ['p1; rel=next, <p2>; rel="next"', 'p2'],
    ['"<p1>; rel=next", <p2>; rel="next"', 'p2'],
    ['<p2>; rel="next", <p3>; rel="next"', 'p2'],
    ['<a,b;c>; rel="next"', 'a,b;c'],
    ['<p2>; rel="next', 'p2'],
    ['<p2>; rel="ne\\xt"', 'p2'],
    // An anchor that is the list itself, or that says nothing
    ['<p2>; anchor=""; rel="next"', 'p2'],
    ['<p2>; anchor="https://api.example/app/history?$top=5"; rel="next"', 'p2'],
    ['<p2>; anchor="history?$top=5"; rel="next"', 'p2'],
    ['<p2>; anchor="http://["; rel="next"', 'p2'],
  ])('%s leads to %s', (header, target) => {
    expect(nextTarget(header, url)).toBe(target);
  });

  it.each([
    null,
    undefined,
    '',
    ' , ',
    '<p1>; rel="prev"',
    '<p2>',
    '<p2>; rel',
    '<p2>; rel=""',
    // Other relation types
    '<p2>; rel="next-archive"',
    '<p2>; rel=next-archive',
    '<p2>; rel="prev next-archive"',
    '<p2>; rel="https://example.com/next"',
    '<p2>; rel="nextpage"',
    '<p2>; rev="next"',
    '<p2>; title="rel=next"',
    '<p2>; title="; rel=next"; rel="last"',
    '<p2>; title="\\"; rel=next; x=\\""',
    '<p1>; rel="first"; title="<p2>; rel=\\"next\\""',
    // Only the first `rel` counts
    '<p2>; rel="last"; rel="next"',
    '<p2>; rel; rel="next"',
    // Another resource continues
    '<p2>; rel="next"; anchor="#part"',
    '<p2>; anchor="/app/connectors"; rel="next"',
    '<p2>; anchor=/app/connectors; rel="next"',
    '<p2>; anchor="history"; rel="next"',
    // No address, as on the last page of a service that always sends the header
    '<>; rel="next"',
    'p2; rel="next"',
    '<p2; rel="next"',
  ])('finds no next page in %s', (header) => {
    expect(nextTarget(header, url)).toBeUndefined();
  });

  it('takes linear time', () => {
    for (const part of ['<', '"', '<a>;', '; ', '<a>;rel="', '\\"', '<a>;a ', ',', '<a>,"'])
      expect(nextTarget(part.repeat(200_000), url)).toBeUndefined();
  });
});

describe('nextMember', () => {
  it.each([
    [{ '@odata.nextLink': 'p2' }, 'p2'],
    [{ 'odata.nextLink': 'p2' }, 'p2'],
    [{ 'value@odata.nextLink': 'p2' }, 'p2'],
    [{ nextLink: 'p2' }, 'p2'],
    [{ NextLink: 7 }, 7],
    [{ nextLink: 'p2', '@odata.nextLink': '' }, 'p2'],
    [{ '@odata.nextLink': '' }, undefined],
    [{ '@odata.nextLink': null }, undefined],
    [{ '@odata.nextLink': undefined }, undefined],
    [{ nextLinkCount: 1, next: 'p2' }, undefined],
    [[], undefined],
  ])('of %j is %j', (envelope, next) => {
    expect(nextMember(envelope)).toBe(next);
  });
});

describe('replaceLinks', () => {
  it.each([
    ['<p1>; rel=prev, <p2>; rel="next"', '<P1>; rel=prev, <P2>; rel="next"'],
    ['<p2>; title="a <b> \\" <c>"; rel="next"', '<P2>; title="a <b> \\" <c>"; rel="next"'],
    ['<p2>; anchor="p0"; rel="next"', '<P2>; anchor="P0"; rel="next"'],
    ['<p2>; Anchor = p0 ; rel="next"', '<P2>; Anchor = "P0" ; rel="next"'],
    ['<p2>; anchor="p\\0"', '<P2>; anchor="P0"'],
    ['<>; rel="next"; anchor=""', '<>; rel="next"; anchor=""'],
    ['p1; rel="next"', 'p1; rel="next"'],
  ])('changes the addresses of %s', (header, changed) => {
    expect(replaceLinks(header, (address) => address.toUpperCase())).toBe(changed);
  });
  it('escapes what it writes into quotes', () => {
    const changed = replaceLinks('<p2>; rel="next"; anchor="p0"', () => 'a"\\b');
    expect(changed).toBe('<a"\\b>; rel="next"; anchor="a\\"\\\\b"');
  });
});

describe('replaceNextMembers', () => {
  it.each([
    ['{"@odata.nextLink":"p2","value":[]}', '{"@odata.nextLink":"P2","value":[]}'],
    ['{"value":[],"nextLink" : "\\u0070\\"2"', '{"value":[],"nextLink" : "P\\"2"'],
    ['{"nextLink":""}', '{"nextLink":""}'],
    ['{"nextLink":null,"next":"p2"}', '{"nextLink":null,"next":"p2"}'],
    ['{"nextLink":"\\x"}', '{"nextLink":"\\x"}'],
  ])('changes the links of %s', (json, changed) => {
    expect(replaceNextMembers(json, (address) => address.toUpperCase())).toBe(changed);
  });
});
