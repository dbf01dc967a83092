import { useState } from 'react'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { withoutOnlyValues } from '#shared/action-input.ts'
import { objectOrEmpty } from '#shared/json.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { RunForm } from '#web/parts/runs/run-form.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { Server, ServerTool } from './server-queries.ts'

type Trial = DataOf<'tryMcpTool'>
type Question = Trial['asked'][number]

const EFFECT_NOTES = {
  read: () => '',
  write: () => t('This may change something at the service.'),
  destructive: () => t('This may delete something at the service for good.'),
}

/** Calls a tool once, with a form made from its schema. */
export function TryTool({ server, tool, onClose }: { server: Server; tool: ServerTool; onClose: () => void }) {
  const [trial, setTrial] = useState<Trial | null>(null)
  const [sent, setSent] = useState<JsonObject>({})
  const run = async (input: JsonObject, answers: { message: string; values: Record<string, Json> }[] = []) => {
    setSent(input)
    setTrial(null)
    const params = { id: server.id, tool: tool.id }
    setTrial(await call('tryMcpTool', { params, body: { input, answers } }))
  }
  const question = trial?.status === 'failed' ? trial.asked.find(({ secret }) => !secret) : undefined
  const isSecretAsked = trial?.asked.some(({ secret }) => secret) === true
  return (
    <Dialog open onClose={onClose} title={t('Try {name}', { name: tool.title })}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <RunForm
          schema={withoutOnlyValues(tool.input_schema)}
          samples={[]}
          note={EFFECT_NOTES[tool.effect]()}
          onRun={(input) => run(input)}
        />
        {isSecretAsked && (
          <Callout tone="warn">{t('The server asked for a secret. Chowk never sends one this way.')}</Callout>
        )}
        {trial?.error && !question && <Callout tone="bad">{trial.error.message}</Callout>}
        {question && (
          <Answer question={question} onAnswer={(values) => run(sent, [{ message: question.message, values }])} />
        )}
        {trial?.status === 'succeeded' && <Result trial={trial} />}
      </div>
    </Dialog>
  )
}

/** What the server wants to know first. The tool is called again with the answer. */
function Answer({ question, onAnswer }: { question: Question; onAnswer: (values: JsonObject) => Promise<void> }) {
  const schema = { type: 'object', properties: question.fields, required: Object.keys(question.fields) }
  return (
    <section className="grid gap-3 border-line border-t pt-4">
      <p className="font-medium">{t('The server asks:')}</p>
      <blockquote className="wrap-anywhere border-line border-l-2 pl-3" dir="auto">
        {question.message}
      </blockquote>
      <RunForm schema={schema} samples={[]} onRun={onAnswer} />
    </section>
  )
}

function Result({ trial }: { trial: Trial }) {
  const { text, data } = objectOrEmpty(trial.output)
  const shown = data === null || data === undefined ? String(text ?? '') : JSON.stringify(data, null, 2)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="text-muted text-base" role="status">
        {t('Answered in {ms} ms', { ms: formatNumber(trial.took_ms) })}
      </p>
      <CodeBlock code={shown.slice(0, 100_000)} label={t('Result')} />
    </section>
  )
}
