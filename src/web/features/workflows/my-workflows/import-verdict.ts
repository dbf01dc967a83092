/** Whether a workflow from a file could run, in one sentence. Never better than what its risks and warnings say. */
import type { ParsedWorkflow } from '#contract/workflows/transfer.ts'
import { willFail } from '#nodes/import/report.ts'
import { t } from '#web/lib/language.ts'

export interface Verdict {
  tone: 'good' | 'warn'
  title: string
  text: string
}

const needsWork = () => t('It needs work before it can run')
const parts = (names: readonly string[]) => {
  const shown = names.slice(0, 3).map((name) => `“${name}”`)
  return names.length > shown.length
    ? t('{list} and {count} more', { list: shown.join(', '), count: names.length - shown.length })
    : shown.join(', ')
}

export function judgeImport({ report, analysis, problems, slots }: ParsedWorkflow): Verdict {
  const placeholders = report.steps.filter(({ how }) => how === 'placeholder').length
  if (placeholders > 0)
    return {
      tone: 'warn',
      title: needsWork(),
      text:
        placeholders === 1
          ? t('One step has no equivalent here. They stay visible with their settings. Replace or disable them.')
          : t(
              '{count} steps have no equivalent here. They stay visible with their settings. Replace or disable them.',
              { count: placeholders },
            ),
    }
  const open = new Set(slots.map(({ node, field }) => `${node} ${field}`))
  const inTheWay = problems.filter(({ warning, node, field }) => !(warning || open.has(`${node} ${field}`)))
  const failing = report.warnings.filter(willFail)
  const [first] = [...inTheWay.map(({ message }) => message), ...failing.map(warningText)]
  const others = inTheWay.length + failing.length - 1
  if (first !== undefined)
    return {
      tone: 'warn',
      title: needsWork(),
      text: others > 0 ? t('{first} And {count} more.', { first, count: others }) : first,
    }
  const lost = report.steps.flatMap(({ name, how }) => (how === 'lost' ? [name] : []))
  if (lost.length > 0)
    return {
      tone: 'warn',
      title:
        lost.length === 1 ? t('It runs without one part') : t('It runs without {count} parts', { count: lost.length }),
      text: t('No counterpart for: {parts}. Check that the workflow still does what you need.', { parts: parts(lost) }),
    }
  const needs = analysis.credentials.some(({ chosen }) => !chosen)
  return {
    tone: 'good',
    title: needs ? t('It can run after you make these choices') : t('Ready to run'),
    text: t('Test it with your own input before you use it on real data.'),
  }
}

const warningText = ({ step, message }: ParsedWorkflow['report']['warnings'][number]): string =>
  step === null ? message : `${step}: ${message}`
