import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { checkDecisions, keyOf } from '#findings/decision.ts'
import { findingsOf } from '#findings/finding.ts'
import { findingsCsv } from '#findings/findings-csv.ts'
import { readResult } from '#findings/result.ts'
import { tabsOf } from '#findings/views.ts'
import { readDecisions, toggled } from './decisions.ts'
import { resultJson } from './export.ts'
import { redactedLabel, redactionChanges } from './redaction-changes.ts'
import { stepped } from './selection.ts'
import { piecesOf } from './text-view.tsx'

const place = (start: number, end: number, text = 'x'.repeat(end - start)) => ({
  text,
  start,
  end,
  page: 1,
  boxes: [[0.1, 0.1, 0.2, 0.2]],
})
const coded = (code: string, assertion: string, more: Record<string, Json> = {}): Json => ({
  code,
  description: `About ${code}`,
  confidence: 0.8,
  assertion,
  evidence: [{ ...place(3, 6, 'flu'), sentence: { text: 'No flu now.', start: 0, end: 11 }, section: 'plan' }],
  ...more,
})
const codes: Json = {
  view: 'codes',
  notice: 'Draft for review by a qualified professional',
  document: { file_id: null, name: null, page_count: 1, format: 'text' },
  text: 'No flu now.',
  codes: [coded('J11', 'present'), coded('I10', 'possible'), coded('J18', 'negated'), coded('Z80', 'family')],
}
const read = (output: Json) => readResult(output, null, null)

describe('the view of codes', () => {
  const tabs = tabsOf(read(codes))

  it('puts what can be billed first and marks the rest', () => {
    const [billable, others] = tabs[0]?.sections ?? []
    expect(billable?.findings.map(({ label }) => label)).toEqual(['J11', 'I10'])
    expect(others?.title).toBe('Not billable')
    expect(others?.findings.map(({ badges }) => badges[0]?.text)).toEqual(['Negated', 'Family'])
  })

  it('keeps the exact words and the sentence around them', () => {
    expect(tabs[0]?.sections[0]?.findings[0]?.places[0]).toMatchObject({
      start: 3,
      end: 6,
      text: 'flu',
      around: { text: 'No flu now.', start: 0 },
    })
  })

  it('says when there is nothing to bill, and leaves out the empty rest', () => {
    const [tab] = tabsOf(read({ view: 'codes', codes: [] }))
    expect(tab?.sections).toHaveLength(1)
    expect(tab?.sections[0]?.empty).toContain('No billable findings')
  })
})

describe('the view of clauses', () => {
  const clause = (kind: string, level: string): Json => ({
    kind,
    title: kind,
    heading: null,
    ...place(0, 4),
    confidence: 0.9,
    found_by: 'text',
    risk: { level, findings: [{ rule: 'r', level, reason: `${kind} is ${level}`, ...place(1, 2) }] },
  })
  const tabs = tabsOf(
    read({
      view: 'clauses',
      clauses: [clause('term', 'low'), clause('indemnity', 'high')],
      missing: [{ kind: 'notices', title: 'Notices', reason: 'Expected here.' }],
      parties: [{ name: 'A Ltd', role: 'Client', type: 'organisation', ...place(0, 5) }],
      dates: [],
      amounts: [{ currency: 'INR', value: 1_800_000, per: 'year', purpose: 'fees', mismatch: true, ...place(5, 9) }],
    }),
  )

  it('counts on its tabs, the worst risk first, each with its own words', () => {
    expect(tabs.map(({ label }) => label)).toEqual(['Found 2', 'Risky 2', 'Missing 1', 'Facts 2', 'JSON'])
    expect(tabs[1]?.sections[0]?.findings.map(({ notes }) => notes[0])).toEqual(['indemnity is high', 'term is low'])
    expect(tabs[1]?.sections[0]?.findings[0]?.places[0]).toMatchObject({ start: 1, end: 2 })
  })

  it('writes amounts as an Indian reader does, and says when words and figure disagree', () => {
    const amount = tabs[3]?.sections[2]?.findings[0]
    expect(amount?.label).toBe('INR 18,00,000 per year')
    expect(amount?.badges.map(({ text }) => text)).toContain('Words and figures don’t match')
  })
})

describe('the view of a document', () => {
  it('begins with the answer when a question was asked', () => {
    const answer = {
      question: 'How long?',
      found: true,
      answer: '27 minutes.',
      confidence: 0.9,
      citations: [place(2, 9)],
    }
    const [tab] = tabsOf(read({ view: 'insight', outline: [], facts: {}, tables: [], ...answer }))
    expect(tab?.sections[0]?.findings[0]).toMatchObject({ label: 'How long?', notes: ['27 minutes.'] })
    expect(tabsOf(read({ view: 'insight', outline: [], answer: null })).map(({ key }) => key)).not.toContain('answer')
  })
})

describe('the views of finance, contracts and customers', () => {
  const labels = (output: Json) => tabsOf(read(output)).map(({ label }) => label)
  const tables = (output: Json) =>
    tabsOf(read(output)).flatMap(({ sections }) => sections.flatMap(({ table }) => table?.rows ?? []))

  it('put what needs a look before what is fine', () => {
    const check = (status: string) => ({
      check: status,
      title: status,
      status,
      reason: 'Because.',
      places: [place(1, 4)],
    })
    const output = { view: 'checks', is_nda: false, checks: ['ok', 'missing', 'attention'].map(check), parties: [] }
    expect(labels(output)).toEqual(['To check 2', 'Passed 1', 'Parties 0', 'JSON'])
    expect(tabsOf(read(output))[0]?.sections[0]?.help).toContain('doesn’t look like')
  })

  it('write sums as India groups them, in the unit of the statement', () => {
    const totals = { taxable: { paise: 21_245_000, rate: null }, igst: { paise: 3_824_100, rate: 18 } }
    expect(tables({ view: 'invoice', totals, lines: [], checks: [] })).toEqual([
      ['Taxable value', '₹2,12,450'],
      ['IGST 18 %', '₹38,241'],
    ])
    const line = {
      key: 'revenue',
      title: 'Revenue',
      label: 'Sales',
      values: [64_208_000_000, null],
      statement: 'profit_and_loss',
    }
    expect(tables({ view: 'statement', unit: 100_000, periods: ['2025', '2024'], lines: [line] })).toEqual([
      ['Revenue', '6,420.80', '–'],
    ])
    const by_category = [{ category: 'loan_emi', count: 2, in_paise: 0, out_paise: 6_430_000 }]
    expect(tables({ view: 'transactions', transactions: [], by_category })).toEqual([
      ['Loan EMI', '2', '₹64,300', '–', '100%'],
    ])
  })

  it('show an answer with its reply, or that a person has to answer', () => {
    const found = {
      view: 'answer',
      question: 'Why?',
      found: true,
      answer: 'So.',
      reply: 'Hello',
      citations: [{ article: 'A', ...place(0, 3) }],
    }
    expect(labels({ ...found, related: [] })).toEqual(['Answer', 'Related 0', 'JSON'])
    const [tab] = tabsOf(read({ view: 'answer', question: 'Why?', found: false, citations: [], related: [] }))
    expect(tab?.sections[0]?.findings[0]?.badges[0]?.text).toBe('A person needs to answer')
  })

  it('put urgent tickets first', () => {
    const ticket = (id: string, priority: string) => ({
      id,
      priority,
      category: 'refund',
      evidence: [],
      ...place(0, 4),
    })
    const output = { view: 'tickets', tickets: [ticket('1', 'low'), ticket('2', 'urgent')], summary: {} }
    expect(tabsOf(read(output))[0]?.sections.map(({ title }) => title)).toEqual(['Urgent', 'Low'])
  })

  it.each(['checks', 'invoice', 'statement', 'transactions', 'answer', 'tickets'])('bear any output as %s', (view) => {
    for (const odd of [
      {},
      {
        checks: 1,
        lines: 'x',
        tickets: [null],
        transactions: [{}],
        ratios: [[]],
        totals: [],
        citations: [{ start: 'a' }],
      },
    ])
      expect(tabsOf(read({ view, ...(odd as Record<string, Json>) })).at(-1)?.key).toBe('json')
  })
})

describe('any result', () => {
  it('is shown, whatever it holds', () => {
    const outputs: Json[] = [
      null,
      3,
      'text',
      [],
      { view: 'codes', codes: 'none' },
      { view: 'clauses' },
      { view: 'new' },
    ]
    for (const output of outputs) {
      expect(tabsOf(read(output)).at(-1)?.key).toBe('json')
    }
    expect(read('text').data).toEqual({ value: 'text' })
  })

  it('tells two findings apart that would have one name', () => {
    const ids = tabsOf(read({ view: 'codes', codes: [coded('J11', 'present'), coded('J11', 'present')] }))
      .flatMap(findingsOf)
      .map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
  })

  it('walks from finding to finding and stays at the ends', () => {
    const findings = tabsOf(read(codes)).flatMap(findingsOf)
    const last = { id: findings.at(-1)?.id ?? '', place: 0 }
    expect(stepped(findings, null, 1)?.id).toBe(findings[0]?.id)
    expect(stepped(findings, last, 1)).toEqual(last)
    expect(stepped(findings, last, -1)?.id).toBe(findings.at(-2)?.id)
    expect(stepped([], null, 1)).toBeNull()
  })
})

describe('decisions', () => {
  const accepted = { verdict: 'accepted', value: null } as const

  it('are taken back by deciding the same again', () => {
    const once = toggled({}, 'a', accepted)
    expect(once).toEqual({ a: accepted })
    expect(toggled(once, 'a', accepted)).toEqual({})
    expect(toggled(once, 'a', { verdict: 'rejected', value: null }).a?.verdict).toBe('rejected')
  })

  it('survive a broken memory', () => {
    expect(readDecisions('{"a":{"verdict":"maybe"},"b":{"verdict":"accepted","value":null},"c":3}')).toEqual({
      b: accepted,
    })
    expect(readDecisions('{"a":{"verdict":"edited","value":7},"b":{"verdict":"edited"}}')).toEqual({})
    for (const broken of [null, '', '[', '3', 'null']) expect(readDecisions(broken)).toEqual({})
  })

  it('go out as CSV that no spreadsheet runs, and as JSON', () => {
    const tabs = tabsOf(read({ view: 'codes', codes: [coded('=HYPERLINK("x")', 'present'), coded('J11', 'possible')] }))
    const [first] = tabs.flatMap(findingsOf)
    const decisions = { [first?.id ?? '']: { verdict: 'edited', value: '-2+3', code: null } as const }
    const csv = findingsCsv(tabs, decisions)
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
    expect(csv).toContain(`edited,'-2+3`)
    expect(JSON.parse(resultJson(read(codes), tabs, decisions)).decisions).toEqual([
      { id: first?.id, finding: '=HYPERLINK("x")', verdict: 'edited', value: '-2+3' },
    ])
  })
})

describe('a corrected code', () => {
  const tabs = tabsOf(read(codes))
  const findings = tabs.flatMap(findingsOf)
  const essential = { code: 'I10', description: 'Essential (primary) hypertension', billable: true }
  const known = new Map([[keyOf('icd10cm', 'I10'), essential]])
  const edited = (value: string) => ({ [findings[0]?.id ?? '']: { verdict: 'edited', value } as const })

  it('leaves with its own description, not with that of the code it replaces', () => {
    const { decisions, unknown } = checkDecisions(findings, edited('i10'), known)
    expect(unknown).toEqual([])
    expect(findingsCsv(tabs, decisions)).toContain('edited,I10,Essential (primary) hypertension,yes')
    expect(JSON.parse(resultJson(read(codes), tabs, decisions)).decisions).toEqual([
      {
        id: findings[0]?.id,
        finding: 'J11',
        verdict: 'edited',
        value: 'I10',
        description: essential.description,
        billable: true,
      },
    ])
  })
  it('that the table does not have never leaves, even when it is stored in the browser', () => {
    const stored = readDecisions(JSON.stringify(edited('banana')))
    const { decisions, unknown } = checkDecisions(findings, stored, known)
    expect(unknown).toEqual(['banana'])
    expect(findingsCsv(tabs, decisions)).not.toContain('banana')
    expect(resultJson(read(codes), tabs, decisions)).not.toContain('banana')
  })
})

describe('decisions about removals', () => {
  const output = {
    view: 'phi',
    findings: [
      { ...place(0, 4, 'Asha'), kind: 'name' },
      { ...place(9, 13, 'Rao,'), kind: 'name' },
    ],
  }
  const [first, second] = tabsOf(read(output)).flatMap(findingsOf)
  const findings = [first, second].filter((one) => one !== undefined)

  it('change the file that is downloaded, and the button says how', () => {
    expect(redactionChanges(findings, { [first?.id ?? '']: { verdict: 'accepted', value: null } })).toBeNull()
    const changes = redactionChanges(findings, {
      [first?.id ?? '']: { verdict: 'rejected', value: null },
      [second?.id ?? '']: { verdict: 'edited', value: 'Rao' },
    })
    expect(changes).toEqual({
      keep: [
        { start: 0, end: 4 },
        { start: 9, end: 13 },
      ],
      remove: ['Rao'],
    })
    expect(changes && redactedLabel('application/pdf', changes)).toBe(
      'Download redacted PDF (1 removal undone, 1 removal changed)',
    )
  })
})

describe('a text with marks', () => {
  it('is cut where a place begins or ends, the selected place above all others', () => {
    const [outer, inner] = tabsOf(
      read({
        view: 'codes',
        codes: [coded('A', 'present', { evidence: [place(0, 8)] }), coded('B', 'present', { evidence: [place(2, 4)] })],
      }),
    ).flatMap(findingsOf)
    if (!outer || !inner) throw new Error('two findings')
    const shown = (selection: { id: string; place: number } | null) =>
      piecesOf(10, [outer, inner], selection).map(({ start, end, of }) => [start, end, of?.id ?? null])
    expect(shown(null)).toEqual([
      [0, 2, outer.id],
      [2, 4, inner.id],
      [4, 8, outer.id],
      [8, 10, null],
    ])
    expect(shown({ id: outer.id, place: 0 })[1]).toEqual([2, 4, outer.id])
  })

  it('bears places outside of the text', () => {
    const [far] = tabsOf(
      read({ view: 'codes', codes: [coded('A', 'present', { evidence: [place(50, 60)] })] }),
    ).flatMap(findingsOf)
    expect(piecesOf(10, far ? [far] : [], null).at(-1)?.end).toBe(10)
  })
})
