/** The view of a document: the answer to a question with its citations, the outline, key facts and tables. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { amountFinding, dateFinding } from './clauses-view.ts'
import { type Finding, type Section, type Tab, type View, words } from './finding.ts'
import { t } from './reader.ts'
import { numberOf, objectOf, objectsOf, placeOf, placesOf, stringOf, stringsOf } from './result.ts'

const plain = (id: string, found: JsonObject, label: string | null, more: Partial<Finding> = {}): Finding => ({
  id: `${id}:${placeOf(found)?.start ?? label}`,
  label: label ?? stringOf(found.text)?.replace(/\s+/g, ' ') ?? '',
  title: null,
  badges: [],
  confidence: null,
  notes: [],
  places: placesOf([found]),
  ...more,
})

/** What the knowledge base that was chosen says to the same question. */
function knowledgeSection({ question, knowledge }: JsonObject): Section {
  const said = objectOf(knowledge)
  const isFound = said.found === true
  return {
    title: t('From your knowledge base'),
    findings: [
      {
        id: 'knowledge',
        label: stringOf(question) ?? t('Answer'),
        title: null,
        badges: isFound ? [] : [{ text: t('Not found'), tone: 'warn' }],
        confidence: isFound ? numberOf(said.confidence) : null,
        notes: [stringOf(said.answer) ?? t('Your knowledge base doesn’t answer this.')],
        places: placesOf(objectsOf(said.citations)),
      },
    ],
  }
}

function answerTab(answer: JsonObject): Tab {
  const said = stringOf(answer.answer) ?? stringOf(answer.message) ?? 'Not found in the document'
  const finding: Finding = {
    id: 'answer',
    label: stringOf(answer.question) ?? t('Answer'),
    title: null,
    badges: answer.found === false ? [{ text: t('Not found'), tone: 'warn' }] : [],
    confidence: answer.found === false ? null : numberOf(answer.confidence),
    notes: [said],
    places: placesOf(objectsOf(answer.citations)),
  }
  return {
    key: 'answer',
    label: t('Answer'),
    sections: [{ title: null, findings: [finding] }, ...(answer.knowledge ? [knowledgeSection(answer)] : [])],
  }
}

const times = (count: number | null) =>
  count !== null && count > 1 ? [{ text: `${count} times`, tone: 'neutral' as const }] : []

/** How each list of facts is told; the order is the order on the page. */
const FACTS: readonly (readonly [name: string, one: (found: JsonObject) => Finding])[] = [
  ['key_sentences', (found) => plain('sentence', found, null)],
  ['dates', dateFinding],
  ['amounts', amountFinding],
  ['people', (found) => plain('person', found, stringOf(found.value), { badges: times(numberOf(found.count)) })],
  [
    'organisations',
    (found) => plain('organisation', found, stringOf(found.value), { badges: times(numberOf(found.count)) }),
  ],
  ['definitions', (found) => plain('definition', found, stringOf(found.term))],
  [
    'ids',
    (found) =>
      plain('id', found, stringOf(found.value), {
        mono: true,
        badges: [{ text: words(stringOf(found.type) ?? 'identifier'), tone: 'neutral' }],
      }),
  ],
  ['emails', (found) => plain('email', found, stringOf(found.value))],
  ['phones', (found) => plain('phone', found, stringOf(found.value))],
  ['links', (found) => plain('link', found, stringOf(found.value))],
]

const TITLES: Record<string, string> = { ids: 'Identifiers' }

const factSections = (facts: JsonObject): Section[] =>
  FACTS.map(([name, one]) => ({
    title: TITLES[name] ?? words(name),
    findings: objectsOf(facts[name]).map(one),
  })).filter(({ findings }) => findings.length > 0)

function tableFinding(table: JsonObject, index: number): Finding {
  const header = stringsOf(table.header)
  const rows = Array.isArray(table.rows) ? table.rows.map((row) => stringsOf(row)) : []
  const count = numberOf(table.row_count) ?? rows.length
  return plain(`table:${index}`, { ...table, text: header.join(' · ') }, `Table ${index + 1}`, {
    badges: [{ text: count === 1 ? '1 row' : `${count} rows`, tone: 'neutral' }],
    table: { header, rows },
  })
}

export const insightView: View = ({ data }) => {
  // The answer is next to the overview, or under its own name.
  const answer = 'question' in data ? data : objectOf(data.answer)
  const outline = objectsOf(data.outline).map((heading) =>
    plain('heading', heading, null, { level: Math.max(1, numberOf(heading.level) ?? 1) }),
  )
  const sections = factSections(objectOf(data.facts))
  const tables = objectsOf(data.tables).map(tableFinding)
  return [
    ...('question' in answer ? [answerTab(answer)] : []),
    {
      key: 'outline',
      label: t('Outline {count}', { count: String(outline.length) }),
      sections: [{ title: null, findings: outline, empty: t('No headings in this document.') }],
    },
    {
      key: 'facts',
      label: t('Key facts {count}', { count: String(sections.flatMap(({ findings }) => findings).length) }),
      sections: sections.length > 0 ? sections : [{ title: null, findings: [], empty: t('No facts found.') }],
    },
    {
      key: 'tables',
      label: t('Tables {count}', { count: String(tables.length) }),
      sections: [{ title: null, findings: tables, empty: t('No tables in this document.') }],
    },
  ]
}
