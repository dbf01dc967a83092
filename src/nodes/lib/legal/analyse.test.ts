import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Analysis, analyse, contractType } from './analyse.ts'
import { TRUTH } from './fixtures/truth.ts'
import { CLAUSE_KINDS } from './kinds.ts'

const read = (file: string): string => readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8')
const rules = ({ clauses }: Analysis, kind: string): string[] =>
  clauses.filter((clause) => clause.kind.kind === kind).flatMap((clause) => clause.risks.map((risk) => risk.rule))
const missing = (analysis: Analysis): string[] => analysis.missing.map((one) => one.kind)

describe('the table of clause kinds', () => {
  it('has at least 25 kinds, each named once, each with patterns and a query', () => {
    expect(CLAUSE_KINDS.length).toBeGreaterThanOrEqual(25)
    expect(new Set(CLAUSE_KINDS.map((kind) => kind.kind)).size).toBe(CLAUSE_KINDS.length)
    for (const kind of CLAUSE_KINDS) {
      expect(kind.body.length * kind.heading.length, kind.kind).toBeGreaterThan(0)
      expect(kind.expected_in.length > 0, kind.kind).toBe(kind.if_missing !== '')
      expect([...kind.heading, ...kind.body].some((pattern) => pattern.global || pattern.sticky)).toBe(false)
    }
  })

  it.each(CLAUSE_KINDS.map((kind) => [kind.kind, kind] as const))(
    'recognises its own typical text: %s',
    (name, kind) => {
      expect(analyse(kind.query).clauses.map((clause) => clause.kind.kind)).toContain(name)
    },
  )
})

describe.each(TRUTH)('$file', ({ file, type, clauses }) => {
  const text = read(file)
  const analysis = analyse(text)

  it('is taken for the right type of contract', () => {
    expect(analysis.contract_type).toBe(type)
  })

  it.each(clauses)('has %s where it says "%s"', (kind, words) => {
    const at = text.indexOf(words)
    expect(at).toBeGreaterThanOrEqual(0)
    const holds = analysis.clauses.some(
      (clause) => clause.kind.kind === kind && clause.start <= at && clause.end >= at + words.length,
    )
    expect(holds).toBe(true)
  })

  it('reports no clause kind that a reader would not find', () => {
    const labelled = new Set(clauses.map(([kind]) => kind))
    const extra = [...new Set(analysis.clauses.map((clause) => clause.kind.kind))].filter((kind) => !labelled.has(kind))
    expect(extra).toEqual([])
  })
})

describe('risks', () => {
  it('names what is dangerous in a services agreement', () => {
    const analysis = analyse(read('services.txt'))
    expect(rules(analysis, 'renewal')).toContain('renewal_without_notice')
    expect(rules(analysis, 'payment_terms')).toContain('payment_late_term')
    expect(rules(analysis, 'late_payment')).toContain('interest_penal')
    expect(rules(analysis, 'confidentiality')).toContain('confidentiality_perpetual')
    expect(rules(analysis, 'indemnity')).toEqual(expect.arrayContaining(['indemnity_one_sided', 'indemnity_broad']))
    expect(rules(analysis, 'limitation_of_liability')).toContain('liability_uncapped')
    expect(rules(analysis, 'termination_convenience')).toEqual(
      expect.arrayContaining(['termination_one_sided', 'termination_short_notice']),
    )
    expect(rules(analysis, 'arbitration')).toContain('arbitrator_one_sided')
    expect(rules(analysis, 'assignment')).toEqual([])
    expect(rules(analysis, 'governing_law')).toEqual([])
  })

  it('cites section 27 for a bar on work after employment', () => {
    const analysis = analyse(read('employment.txt'))
    const clause = analysis.clauses.find((one) => one.kind.kind === 'non_compete')
    expect(clause?.risks.map((risk) => risk.rule)).toEqual([
      'non_compete_after_end',
      'non_compete_long',
      'non_compete_wide',
    ])
    expect(clause?.risks[0]?.reason).toContain('section 27 of the Indian Contract Act')
    expect(rules(analysis, 'ip_ownership')).toContain('ip_assignment_total')
    expect(rules(analysis, 'amendment')).toContain('amendment_unilateral')
    expect(rules(analysis, 'confidentiality')).toContain('confidentiality_perpetual')
  })

  it('warns of foreign law only when the contract touches India', () => {
    const nda = read('nda.txt')
    expect(rules(analyse(nda), 'governing_law')).toEqual(['foreign_law'])
    expect(rules(analyse(read('saas.txt')), 'jurisdiction')).toEqual(['foreign_court'])
    const american = nda.replaceAll('India', 'Texas').replaceAll('Pvt. Ltd.', 'Inc.')
    expect(rules(analyse(american), 'governing_law')).toEqual([])
  })

  it('tells a balanced clause from a one-sided one', () => {
    const lease = analyse(read('lease.txt'))
    expect(rules(lease, 'termination_convenience')).toEqual([])
    expect(rules(lease, 'security_deposit')).toEqual(['deposit_forfeit'])
    expect(rules(lease, 'audit')).toEqual(['audit_without_notice'])
    const saas = analyse(read('saas.txt'))
    expect(rules(saas, 'indemnity')).toEqual([])
    expect(rules(saas, 'limitation_of_liability')).toEqual([])
    expect(rules(saas, 'renewal')).toEqual(['renewal_automatic'])
    expect(rules(saas, 'assignment')).toEqual(['assignment_unlimited'])
    expect(rules(saas, 'liquidated_damages')).toEqual([])
    const distribution = analyse(read('distribution.txt'))
    expect(rules(distribution, 'liquidated_damages')).toEqual(['damages_uncapped'])
    expect(rules(distribution, 'late_payment')).toEqual(['interest_high'])
    expect(rules(distribution, 'indemnity')).toEqual([])
  })
})

describe('the seat of an arbitration', () => {
  const arbitration = (more: string) =>
    rules(
      analyse(
        `SERVICES AGREEMENT\n\n1. Services\n\nThe Provider shall provide the services.\n\n10. Disputes\n\nDisputes shall be referred to a sole arbitrator under the Arbitration and Conciliation Act, 1996. ${more}\n\n11. Assignment\n\nNo party may assign this Agreement.`,
      ),
      'arbitration',
    )

  it.each([
    'The seat shall be Pune and the courts at Pune shall have exclusive jurisdiction.',
    'The seat\nshall be Pune.',
    'Its place is Pune.',
    'The proceedings are held in English. Pune shall be the venue.',
    'The tribunal shall sit in Pune.',
  ])('may be named in a sentence of its own: %j', (sentence) => {
    expect(arbitration(sentence)).not.toContain('arbitration_no_seat')
  })

  it('is missed where none is named', () => {
    expect(arbitration('The award is final.')).toContain('arbitration_no_seat')
  })
})

describe('what is missing', () => {
  it('depends on the type of contract', () => {
    expect(missing(analyse(read('services.txt')))).toEqual([])
    expect(missing(analyse(read('nda.txt')))).toEqual(['notices'])
    expect(missing(analyse(read('lease.txt')))).toEqual(['force_majeure', 'governing_law', 'notices'])
    expect(missing(analyse(read('letter.txt')))).toEqual(
      expect.arrayContaining(['indemnity', 'limitation_of_liability', 'notices']),
    )
  })

  it('says why each matters, and nothing about an empty text', () => {
    for (const one of analyse(read('letter.txt')).missing) expect(one.reason.length).toBeGreaterThan(20)
    expect(analyse('')).toMatchObject({
      clauses: [],
      missing: [],
      parties: [],
      dates: [],
      amounts: [],
      contract_type: 'general',
    })
    expect(contractType('A recipe for bread.').type).toBe('general')
  })
})

describe('places', () => {
  it('are exact in every contract', () => {
    for (const file of [...TRUTH.map((one) => one.file), 'hostile.txt']) {
      const text = read(file)
      const { clauses, parties, dates, amounts } = analyse(text)
      for (const party of parties) expect(text.slice(party.start, party.end)).toBe(party.name)
      for (const found of [...dates, ...amounts]) expect(text.slice(found.start, found.end)).toBe(found.text)
      for (const { start, end, risks } of clauses) {
        expect(text.slice(start, end)).toBe(text.slice(start, end).trim())
        for (const risk of risks) expect(risk.start >= start && risk.end <= end && risk.end > risk.start).toBe(true)
      }
    }
  })

  it('run on over a page break', () => {
    const text = '1. Disputes\n\nThe courts at Pune\n\nshall have exclusive jurisdiction.\n\n2. Law'
    const found = analyse(text).clauses.map(({ kind, start, end }) => [kind.kind, text.slice(start, end)])
    expect(found).toContainEqual(['jurisdiction', 'The courts at Pune\n\nshall have exclusive jurisdiction.'])
  })

  it('stay inside any text made of pieces of contracts', () => {
    const pieces = [
      '1. Term\n',
      'Either party may terminate on 30 days notice. ',
      'WHEREAS ',
      '\n\n',
      'SCHEDULE A\n',
      '(a) ',
      '🙂',
      'Rs. 5 lakh ',
      '"Client" means ',
      'between A Ltd and B Ltd ("Buyer")',
      '01/02/2025 ',
      '# ',
      ': ',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const text = parts.join('')
        const { blocks, clauses, parties, dates, amounts } = analyse(text)
        for (const { start, end } of [...blocks, ...clauses, ...parties, ...dates, ...amounts]) {
          expect(start >= 0 && start < end && end <= text.length).toBe(true)
        }
        let at = 0
        for (const block of blocks) {
          expect(text.slice(at, block.start).trim()).toBe('')
          at = block.end
        }
        expect(text.slice(at).trim()).toBe('')
      }),
    )
  })
})
