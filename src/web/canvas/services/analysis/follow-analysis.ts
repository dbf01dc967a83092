/** Keeps what the analysis worker says of a draft true. */

import type { WorkflowDocument } from '#graph/document.ts'
import type { DocumentAnalysis, Draft } from '#web/canvas/model/draft/draft.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { sayPath, sayRendered } from '#web/canvas/services/language/say-rendered.ts'
import { ask } from './analysis.ts'
import { said } from './said.ts'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What the worker says again keeps its object, so that only the cards it is news for are drawn again. */
function keepSame(before: DocumentAnalysis, after: DocumentAnalysis): DocumentAnalysis {
  const presentations: Record<string, NodePresentation> = {}
  for (const [id, given] of Object.entries(after.presentations)) {
    const presentation = said(given)
    const known = before.presentations[id]
    presentations[id] = known && same(known, presentation) ? known : presentation
  }
  const problems = after.problems.map(({ message, label, ...problem }) => ({
    ...problem,
    message: sayRendered(message),
    label: sayPath(label),
  }))
  return { presentations, problems: same(before.problems, problems) ? before.problems : problems }
}

export function followAnalysis({ document, analysis }: Pick<Draft, 'document' | 'analysis'>): void {
  let asked: WorkflowDocument | null = null
  let busy = false
  const look = async () => {
    if (busy) return
    busy = true
    while (asked !== document.get()) {
      asked = document.get()
      try {
        analysis.set(keepSame(analysis.get(), await ask('analyse', asked)))
      } catch {
        // What was said before stays; the server checks again in any case.
      }
    }
    busy = false
  }
  document.subscribe(() => void look())
  void look()
}
