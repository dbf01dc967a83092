/**
 * Public sets of questions whose right passage is known, from data that is not part of this repository:
 * - the Perl FAQ (Debian's package perl-doc): 300 questions that people ask, each the heading of its answer, which is no part of the passage
 * - the words that clinicians use for diagnoses: inclusion terms of ICD-10-CM, each filed under one official description
 * - MedQuAD (CC BY 4.0, https://github.com/abachaa/MedQuAD): questions about diseases, with the answers of the National Institutes of Health
 * - PolicyQA (MIT, https://github.com/wasiahmad/PolicyQA): questions about privacy policies, with the parts that answer them
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { cutDocument, searchedText } from '#server/areas/knowledge/indexing/chunk-document.ts'

export interface QuestionSet {
  name: string
  passages: string[]
  /** Of each passage, where a question asks for those of one document. */
  documents?: string[]
  questions: { text: string; right: ReadonlySet<number>; document?: string }[]
}

const plain = (pod: string): string =>
  pod
    .replace(/^=(?:encoding|over|back|cut|for|begin|end|item).*$/gm, '')
    .replace(/[A-Z]<{1,3}\s*([^<>]*?)\s*>{1,3}/g, '$1')
    .trim()

export function perlFaq(folder: string): QuestionSet {
  const set: QuestionSet = { name: 'perl-faq', passages: [], questions: [] }
  for (const name of readdirSync(folder)
    .filter((one) => /^perlfaq[1-9]\.pod$/.test(one))
    .sort())
    for (const part of readFileSync(join(folder, name), 'latin1')
      .split(/^=head2 /m)
      .slice(1)) {
      const end = part.indexOf('\n')
      const answer = plain(part.slice(end).split(/^=head1 /m)[0] ?? '')
      const chunks = [...cutDocument(documentFromText(answer), { chunk_chars: 900, overlap_chars: 120 })].flat()
      if (chunks.length === 0) continue
      const first = set.passages.length
      set.passages.push(...chunks.map(({ text }) => text))
      set.questions.push({ text: plain(part.slice(0, end)), right: new Set(chunks.map((_, at) => first + at)) })
    }
  return set
}

/** @param most descriptions; every so many is taken, so that all chapters are there */
export function clinicalTerms(folder: string, most = 4000): QuestionSet {
  const file = gunzipSync(readFileSync(join(folder, 'icd10cm-2014-inclusion-terms.json.gz')))
  const terms = Object.values(JSON.parse(file.toString()) as Record<string, { d: string; i: string[] }>)
  const step = Math.max(1, Math.floor(terms.length / most))
  const chosen = terms.filter((_, at) => at % step === 0)
  return {
    name: 'clinical-terms',
    passages: chosen.map(({ d }) => d),
    questions: chosen.flatMap(({ i }, at) => i.slice(0, 1).map((text) => ({ text, right: new Set([at]) }))),
  }
}

const MEDICAL_SOURCES = ['5_NIDDK_QA', '6_NINDS_QA', '8_NHLBI_QA_XML']

/** Each disease is a document, and its answers are the parts: many diseases have symptoms, but only one passage tells those of this one. */
export function medicalAnswers(folder: string): QuestionSet {
  const set: QuestionSet = { name: 'medical-answers', passages: [], questions: [] }
  for (const source of MEDICAL_SOURCES)
    for (const name of readdirSync(join(folder, source)).sort()) {
      const { root } = parseXml(readFileSync(join(folder, source, name), 'utf8'))
      if (root === null) continue
      const disease = all(root, 'Focus')[0]?.text.trim() ?? ''
      for (const pair of all(root, 'QAPair')) {
        const [question, answer] = ['Question', 'Answer'].map((tag) => all(pair, tag)[0]?.text.trim() ?? '')
        if (!question || !answer) continue
        const chunks = [...cutDocument(documentFromText(answer), { chunk_chars: 900, overlap_chars: 120 })].flat()
        const first = set.passages.length
        set.passages.push(...chunks.map(({ text }) => searchedText([disease], text)))
        set.questions.push({ text: question, right: new Set(chunks.map((_, at) => first + at)) })
      }
    }
  return set
}

const all = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) =>
    child instanceof XmlElement ? [...(child.name === name ? [child] : []), ...all(child, name)] : [],
  )

interface Policies {
  data: { title: string; paragraphs: { context: string; qas: { question: string }[] }[] }[]
}

/** Each policy is a document, and a question asks for one policy: what people ask of all of them is the same. */
export function privacyPolicies(folder: string): QuestionSet {
  const { data } = JSON.parse(readFileSync(join(folder, 'dev.json'), 'utf8')) as Policies
  const set = { name: 'privacy-policies', passages: [], documents: [], questions: [] } as Required<QuestionSet>
  for (const { title, paragraphs } of data) {
    const answers = new Map<string, Set<number>>()
    for (const { context, qas } of paragraphs) {
      const position = set.passages.push(context) - 1
      set.documents.push(title)
      for (const { question } of qas) answers.set(question, (answers.get(question) ?? new Set()).add(position))
    }
    for (const [text, right] of answers) set.questions.push({ text, right, document: title })
  }
  return set
}
