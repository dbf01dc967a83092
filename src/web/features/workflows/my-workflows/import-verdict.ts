/** Whether a workflow from a file could run, in one sentence. Never better than what its risks and warnings say. */
import type { ParsedWorkflow } from '#contract/workflows/transfer.ts'
import { willFail } from '#nodes/import/report.ts'

export interface Verdict {
  tone: 'good' | 'warn'
  title: string
  text: string
}

const NEEDS_WORK = 'It needs work before it can run'
const steps = (count: number) => (count === 1 ? 'One step has' : `${count} steps have`)
const parts = (names: readonly string[]) => {
  const shown = names.slice(0, 3).map((name) => `“${name}”`)
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ')
}

export function judgeImport({ report, analysis, problems, slots }: ParsedWorkflow): Verdict {
  const placeholders = report.steps.filter(({ how }) => how === 'placeholder').length
  if (placeholders > 0)
    return {
      tone: 'warn',
      title: NEEDS_WORK,
      text: `${steps(placeholders)} no equivalent here. They stay visible with their settings. Replace or disable them.`,
    }
  const open = new Set(slots.map(({ node, field }) => `${node} ${field}`))
  const inTheWay = problems.filter(({ warning, node, field }) => !(warning || open.has(`${node} ${field}`)))
  const failing = report.warnings.filter(willFail)
  const [first] = [...inTheWay.map(({ message }) => message), ...failing.map(warningText)]
  const others = inTheWay.length + failing.length - 1
  if (first !== undefined)
    return { tone: 'warn', title: NEEDS_WORK, text: others > 0 ? `${first} And ${others} more.` : first }
  const lost = report.steps.flatMap(({ name, how }) => (how === 'lost' ? [name] : []))
  if (lost.length > 0)
    return {
      tone: 'warn',
      title: lost.length === 1 ? 'It runs without one part' : `It runs without ${lost.length} parts`,
      text: `No counterpart for: ${parts(lost)}. Check that the workflow still does what you need.`,
    }
  const needs = analysis.credentials.some(({ chosen }) => !chosen)
  return {
    tone: 'good',
    title: needs ? 'It can run after you make these choices' : 'Ready to run',
    text: 'Test it with your own input before you use it on real data.',
  }
}

const warningText = ({ step, message }: ParsedWorkflow['report']['warnings'][number]): string =>
  step === null ? message : `${step}: ${message}`
