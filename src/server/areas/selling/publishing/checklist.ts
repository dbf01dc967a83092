/** What a draft lacks before it can be submitted, each with the place where it is put right. Pure. */
import type { AgentDraft, ChecklistItem, SampleCheck } from '#contract/agents/publishing.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import type { DocumentProblem } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describeMissing } from '#server/areas/accounts/accounts.ts'
import { findSubWorkflowSteps } from './passport.ts'

/** Results in these categories are drafts for a professional, and say so. */
export const REVIEWED_CATEGORIES = ['healthcare', 'legal']
/** Starts an agent for a person's input. */
const STARTS = ['input_form', 'manual_trigger', 'chat_trigger', 'workflow_trigger']

export interface Looked {
  draft: AgentDraft
  /** Null when the workflow is gone. */
  document: WorkflowDocument | null
  problems: readonly DocumentProblem[]
  samples: readonly SampleCheck[]
  /** Number of the version that is sold; null before the first. */
  sold: number | null
  /** Whether anything differs from what is sold. */
  changed: boolean
  cases: number
  /** What the seller still has to provide before anything of theirs is sold. */
  identity: readonly string[]
  /** Of the cases as they are now; null where they were not run with it. */
  scores: { draft: number | null; sold: number | null }
}

interface Rule {
  key: string
  title: string
  step: ChecklistItem['step']
  field: string | null
  required?: false
  /** It is of versions after the first. */
  later?: true
  /** Why it is not done; null when it is. */
  missing: (looked: Looked) => string | null
}

const blank = (text: string | null): boolean => text === null || text.trim() === ''

function workflowProblem({ document, problems }: Looked): string | null {
  if (!document) return 'Its workflow is archived. Restore it, or create an agent from another one.'
  const [first] = problems
  return first ? first.message : null
}

function triggerProblem({ document }: Looked): string | null {
  const trigger = document?.nodes.find(({ type }) => catalogue.isTrigger(type))
  if (!trigger || STARTS.includes(trigger.type)) return null
  // Accounts that buyers lend are opened for the calls of a run, and it is such an event that would make one.
  if (trigger.type === 'app_trigger')
    return `It starts with an event of an app, “${trigger.title}”, which is watched with your account. Buyers can’t choose an account for that. Start it with a form instead: they can run it on a schedule or by API, and a step can read the app with their own account.`
  return `It starts with “${trigger.title}”. Start it with a form so buyers can enter their input.`
}

function callsProblem({ document }: Looked): string | null {
  const [first] = document ? findSubWorkflowSteps(document) : []
  if (!first) return null
  return `“${first.title}” runs another workflow, which could change after the review. Move its steps into this one.`
}

function samplesProblem({ draft, samples }: Looked): string | null {
  if (samples.length === 0) return 'Add at least one sample input'
  const untitled = draft.samples.findIndex(({ title }) => blank(title))
  return untitled >= 0 ? `Give sample ${untitled + 1} a title` : null
}

function runsProblem({ samples }: Looked): string | null {
  if (samples.length === 0) return 'Add a sample first'
  const named = (check: SampleCheck, index: number) => `“${check.title || `Sample ${index + 1}`}”`
  const bad = samples.findIndex(({ state }) => state === 'failed' || state === 'empty' || state === 'waiting')
  const worst = samples[bad]
  if (worst) return `${named(worst, bad)}: ${worst.reason ?? 'did not pass'}`
  if (samples.some(({ state }) => state === 'running')) return 'Samples are running'
  const open = samples.filter(({ state }) => state !== 'passed').length
  return open > 0 ? 'Run the samples with the current workflow' : null
}

function priceProblem({ draft }: Looked): string | null {
  if (draft.price_type === 'free') return null
  return draft.price_paise < PUBLISHING.least_paise ? 'Enter a price of at least ₹1' : null
}

const RULES: readonly Rule[] = [
  { key: 'workflow', title: 'The workflow can run', step: 'workflow', field: null, missing: workflowProblem },
  { key: 'trigger', title: 'Buyers can start it', step: 'workflow', field: null, missing: triggerProblem },
  { key: 'calls', title: 'It doesn’t depend on other workflows', step: 'workflow', field: null, missing: callsProblem },
  {
    key: 'name',
    title: 'Name',
    step: 'details',
    field: 'name',
    missing: ({ draft }) => (blank(draft.name) ? 'Enter a name' : null),
  },
  {
    key: 'tagline',
    title: 'One sentence',
    step: 'details',
    field: 'tagline',
    missing: ({ draft }) => (blank(draft.tagline) ? 'Enter a one-sentence summary' : null),
  },
  {
    key: 'description',
    title: 'Description',
    step: 'details',
    field: 'description',
    missing: ({ draft }) => (blank(draft.description) ? 'Describe what it does and who it’s for' : null),
  },
  {
    key: 'category',
    title: 'Category',
    step: 'details',
    field: 'category',
    missing: ({ draft }) => (draft.category === null ? 'Choose a category' : null),
  },
  {
    key: 'disclaimer',
    title: 'Note on each result',
    step: 'details',
    field: 'disclaimer',
    missing: ({ draft }) =>
      [draft.category ?? '', ...draft.more_categories].some((slug) => REVIEWED_CATEGORIES.includes(slug)) &&
      blank(draft.disclaimer)
        ? 'Clinical and legal agents need a note that a professional reviews the results'
        : null,
  },
  {
    key: 'does_not',
    title: 'What it does not do',
    step: 'details',
    field: 'does_not',
    required: false,
    missing: ({ draft }) => (draft.does_not.length === 0 ? 'Buyers trust an agent that names its limits' : null),
  },
  { key: 'samples', title: 'Samples', step: 'samples', field: 'samples', missing: samplesProblem },
  { key: 'sample_runs', title: 'Samples run on the platform', step: 'samples', field: 'samples', missing: runsProblem },
  { key: 'price', title: 'Price', step: 'price', field: 'price_paise', missing: priceProblem },
  {
    key: 'seller_details',
    title: 'Seller details',
    step: 'price',
    field: 'seller_details',
    missing: ({ draft, identity }) =>
      draft.price_type === 'free' || identity.length === 0 ? null : describeMissing(identity),
  },
  {
    key: 'changes',
    later: true,
    title: 'Something new',
    step: 'submit',
    field: null,
    missing: ({ sold, changed }) => (sold === null || changed ? null : `Nothing has changed since version ${sold}`),
  },
  {
    key: 'changelog',
    later: true,
    title: 'What is new',
    step: 'submit',
    field: 'changelog',
    missing: ({ sold, draft }) =>
      sold !== null && blank(draft.changelog)
        ? 'Describe the changes: buyers use this to decide whether to upgrade'
        : null,
  },
  {
    key: 'evaluation',
    title: 'Test cases ran with this version',
    step: 'submit',
    field: null,
    later: true,
    missing: ({ scores }) =>
      scores.sold !== null && scores.draft === null
        ? 'The last version has a score: run the test cases with this one'
        : null,
  },
  {
    key: 'cases',
    title: 'Your own test cases',
    step: 'submit',
    field: null,
    required: false,
    missing: ({ cases }) => (cases === 0 ? 'Test cases show when a later version gets worse' : null),
  },
]

/** In the order of the steps. */
export const buildChecklist = (looked: Looked): ChecklistItem[] =>
  RULES.filter(({ later }) => !later || looked.sold !== null).map(
    ({ key, title, step, field, required = true, missing }) => {
      const reason = missing(looked)
      return { key, title, step, field, required, reason, done: reason === null }
    },
  )
