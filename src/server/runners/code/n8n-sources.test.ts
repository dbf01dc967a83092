/** JavaScript that an import from n8n leaves in code steps, run in the sandbox: what n8n gives for it. */
import { createHash, createHmac } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { importN8n } from '#nodes/import/n8n/import-n8n.ts'
import { Sandbox } from './sandbox.ts'

const sandbox = new Sandbox(64)
afterAll(() => sandbox.dispose())

const run = (source: unknown, bindings: JsonObject): Json =>
  JSON.parse(sandbox.execute({ source: String(source), workflow: 'w' }, JSON.stringify([bindings, []]), 5_000).output)

/** The settings of the code step that a step of n8n becomes or needs. */
function codeOf(type: string, parameters: JsonObject): JsonObject {
  const step = (name: string, kind: string, held: JsonObject) => ({
    name,
    type: `n8n-nodes-base.${kind}`,
    typeVersion: 3,
    position: [0, 0],
    parameters: held,
  })
  const [made] = importN8n({
    name: 'Orders',
    nodes: [step('Start', 'manualTrigger', {}), step('Rows', 'noOp', {}), step('It', type, parameters)],
    connections: {
      Start: { main: [[{ node: 'Rows', type: 'main', index: 0 }]] },
      Rows: { main: [[{ node: 'It', type: 'main', index: 0 }]] },
    },
  })
  expect(made?.report.warnings).toEqual([])
  const found = made?.document.nodes.find((node) => node.type === 'code')
  if (!found) throw new Error('there is no code step')
  return found.config
}

const INPUT: JsonObject = {
  name: 'asha RAO',
  at: '2026-01-31T18:05:09.000Z',
  tags: ['new', 'paid', 'new'],
  lines: [
    { sku: 'a', qty: 2 },
    { sku: 'b', qty: 5 },
  ],
  note: '# Hi\n**Bold** and [a link](https://a.example)',
  empty: '',
}
const ROWS: Json = [
  { id: 1, ok: true },
  { id: 2, ok: false },
]

/** The value of an expression that has no form in JSONata. */
function workedOut(expression: string): Json | undefined {
  // A spread has none: so that the others are worked out in the same way.
  const forced = `((...all) => all[0])(${expression})`
  const { source } = codeOf('set', {
    assignments: { assignments: [{ name: 'v', value: `={{ ${forced} }}`, type: 'string' }] },
  })
  const found = run(source, { input: INPUT, items: [INPUT], trigger: { Rows: ROWS } })
  const { values } = found as { values: JsonObject }
  return values.value_1
}

/** An expression, and what n8n gives for it. */
const GIVES: [string, Json | undefined][] = [
  ['[...$json.tags, "more"].length', 4],
  ['$json.lines.map(({ sku, qty }) => { const twice = qty * 2; return sku + twice })', ['a4', 'b10']],
  ["$('Rows').all().filter(({ json }) => json.ok).map(({ json }) => json.id)", [1]],
  ["$('Rows').first().json.id + $('Rows').last().json.id", 3],
  ['$node["Rows"].json.id', 1],
  ['$input.first().json.name', 'asha RAO'],
  ['Object.entries($json.lines[0]).map(([key, value]) => key + "=" + value).join()', 'sku=a,qty=2'],
  ['JSON.parse("{\\"a\\": [1]}").a[0]', 1],
  ['$json.name.toTitleCase()', 'Asha Rao'],
  ['$json.name.toSnakeCase()', 'asha_rao'],
  ['"héllo wörld. again".toSentenceCase()', 'Héllo wörld. Again'],
  ['"Crème brûlée".replaceSpecialChars()', 'Creme brulee'],
  ['$json.note.removeMarkdown()', 'Hi\nBold and a link'],
  ['"<p>Hi <b>you</b></p>".removeTags()', 'Hi you'],
  ['"write to asha@a.example, now".extractEmail()', 'asha@a.example'],
  ['"see https://shop.a.example/x?y=1".extractDomain()', 'shop.a.example'],
  ['"a@b.in".isEmail()', true],
  ['$json.empty.isEmpty()', true],
  ['$json.missing?.isEmpty()', undefined],
  ['$json.tags.isNotEmpty()', true],
  ['$json.tags.unique()', ['new', 'paid']],
  ['$json.lines.pluck("qty").sum()', 7],
  ['[1, 2, 3, 4].chunk(3)', [[1, 2, 3], [4]]],
  ['[1, 2, 3].difference([2])', [1, 3]],
  ['[3, null, "", 4].compact()', [3, 4]],
  ['[1, 2, 6].average()', 3],
  ['$json.lines.smartJoin("sku", "qty")', { a: 2, b: 5 }],
  ['({ a: 1, b: 2 }).removeField("a")', { b: 2 }],
  ['({ a: "x y", b: 2 }).urlEncode()', 'a=x%20y&b=2'],
  ['"Grüße".base64Encode()', 'R3LDvMOfZQ=='],
  ['"R3LDvMOfZQ==".base64Decode()', 'Grüße'],
  ['(3.14159).round(2)', 3.14],
  ['"12px".toInt()', 12],
  ['"{\\"a\\":1}".parseJson().a', 1],
  ['$json.at.toDateTime().plus(1, "months").toISODate()', '2026-02-28'],
  ['$json.at.toDateTime().format("dd LLL yyyy")', '31 Jan 2026'],
  ['DateTime.fromISO($json.at).setZone("Asia/Kolkata").toFormat("HH:mm")', '23:35'],
  ['DateTime.fromISO($json.at).startOf("week").toISODate()', '2026-01-26'],
  ['$json.at.toDateTime().isWeekend()', true],
  ['"2026-02-03".toDateTime().diffTo("2026-02-01", "days")', 2],
  ['$if($json.tags.includes("paid"), "yes", "no")', 'yes'],
  ['$ifEmpty($json.empty, "none")', 'none'],
  ['$workflow.name', 'Orders'],
  ['$now.diff($now.minus({ days: 1 }), "hours").hours', 24],
  // Fails in JavaScript, and so gives nothing in n8n.
  ['$json.missing.deep', undefined],
]

describe('an expression that is worked out in JavaScript', () => {
  it.each(GIVES)('%s', (expression, value) => {
    expect(workedOut(expression)).toEqual(value)
  })
})

describe('the parts of Node that a source mentions', () => {
  const code = (body: string) =>
    run(codeOf('code', { jsCode: body }).source, { input: INPUT, items: [INPUT], trigger: null })

  it.each(['md5', 'sha1', 'sha256', 'sha512'])('hashes as %s', (name) => {
    for (const text of ['', 'abc', 'Ü'.repeat(300)]) {
      const body = `const crypto = require('crypto')\nconst text = ${JSON.stringify(text)}
        return { json: { hash: crypto.createHash('${name}').update(text).digest('hex'), mac: crypto.createHmac('${name}', 'key'.repeat(60)).update(text).digest('base64') } }`
      expect(code(body)).toEqual({
        hash: createHash(name).update(text).digest('hex'),
        mac: createHmac(name, 'key'.repeat(60)).update(text).digest('base64'),
      })
    }
  })

  it.each([
    'https://Shop.example:443/a b/../c?q=1&r=ä#top',
    'http://user:pass@a.example:8080/x/./y?z',
    'https://a.example',
  ])('reads the address %s', (address) => {
    const { href, origin, host, pathname, search, hash } = new URL(address)
    const body = `const { href, origin, host, pathname, search, hash } = new URL(${JSON.stringify(address)})\nreturn { href, origin, host, pathname, search, hash }`
    expect(code(body)).toEqual({ href, origin, host, pathname, search, hash })
  })

  it('writes queries, and refuses what is no address', () => {
    const body = `const url = new URL('/find?a=1', 'https://a.example/x'); url.searchParams.set('a', 'b c'); url.searchParams.append('d', '&')
      let refused = false; try { new URL('no address') } catch { refused = true }
      return { url: url.toString(), query: new URLSearchParams({ x: 'ü' }).toString(), refused }`
    expect(code(body)).toEqual({ url: 'https://a.example/find?a=b+c&d=%26', query: 'x=%C3%BC', refused: true })
  })

  it('codes bytes', () => {
    const body = `return { hex: Buffer.from('é€😀').toString('hex'), back: Buffer.from('w6nigqzwn5iA', 'base64').toString(), two: btoa('hi') + atob('aGk='), size: Buffer.byteLength('é') }`
    expect(code(body)).toEqual({ hex: 'c3a9e282acf09f9880', back: 'é€😀', two: 'aGk=hi', size: 2 })
  })

  it('keeps the file of an item that a source passes on', () => {
    const file = { file_id: 'f1', name: 'bill.pdf', mime: 'application/pdf', bytes: 9 }
    const body =
      "return $input.all().map((item) => ({ json: { called: item.binary.data.fileName, kind: item.binary['data'].fileExtension }, binary: item.binary }))"
    const found = run(codeOf('code', { jsCode: body }).source, { input: file, items: [file], trigger: null })
    expect(found).toEqual([{ ...file, called: 'bill.pdf', kind: 'pdf' }])
  })

  it('makes a file of the one that a source gives, named by its kind', () => {
    const jsCode =
      "return [{ json: { ok: true }, binary: { data: { data: Buffer.from('é').toString('base64'), mimeType: 'text/csv', fileName: 'rows' } } }]"
    expect(code(jsCode)).toEqual({ json: { ok: true }, file: { content: 'w6k=', name: 'rows.csv' } })
  })

  it('waits for what a source waits for', () => {
    expect(code('const found = await Promise.resolve(3)\nreturn { found }')).toEqual({ found: 3 })
    const { source } = codeOf('code', { mode: 'runOnceForEachItem', jsCode: 'return { json: { n: await $json.n } }' })
    expect(run(source, { input: null, items: [{ n: 1 }, { n: 2 }], trigger: null })).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('reads dates with Luxon', () => {
    expect(
      code(
        'return [{ json: { day: $now.startOf("day").equals($today), week: DateTime.fromISO("2026-01-31").weekNumber } }]',
      ),
    ).toEqual({ day: true, week: 5 })
  })
})

describe('Markdown as HTML', () => {
  const { source } = (() => {
    const [made] = importN8n({
      name: 'M',
      nodes: [
        { name: 'S', type: 'n8n-nodes-base.manualTrigger', parameters: {}, position: [0, 0] },
        {
          name: 'It',
          type: 'n8n-nodes-base.markdown',
          parameters: { mode: 'markdownToHtml', markdown: '={{ $json.text }}' },
          position: [0, 0],
        },
      ],
      connections: { S: { main: [[{ node: 'It', type: 'main', index: 0 }]] } },
    })
    return made?.document.nodes.find(({ type }) => type === 'code')?.config ?? {}
  })()
  const html = (trigger: string) => run(source, { input: null, items: [], trigger })

  it.each([
    ['# One\n\nA *b* **c** `d<`', '<h1>One</h1>\n<p>A <em>b</em> <strong>c</strong> <code>d&lt;</code></p>'],
    ['- a\n- b\n  1. c\n- d', '<ul><li>a</li><li>b<ol><li>c</li></ol></li><li>d</li></ul>'],
    [
      '[x](https://a.example/?q=1&r=2) ![y](z.png)',
      '<p><a href="https://a.example/?q=1&amp;r=2">x</a> <img src="#" alt="y" /></p>',
    ],
    ['[x](javascript:alert(1)) <script>', '<p><a href="#">x</a>) &lt;script&gt;</p>'],
    ['> quoted\n> **on**\n\n---', '<blockquote><p>quoted\n<strong>on</strong></p></blockquote>\n<hr />'],
    [
      '| a | b |\n|---|:-:|\n| 1 | 2 |',
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    ],
    ['```js\nif (a < b) {}\n```', '<pre><code>if (a &lt; b) {}</code></pre>'],
    ['', ''],
  ])('%s', (markdown, expected) => {
    expect(html(markdown)).toBe(expected)
  })
})
