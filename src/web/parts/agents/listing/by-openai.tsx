import { useState } from 'react'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { paths } from '#web/paths.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { exampleMessage, OPENAI_LANGUAGES, type OpenAiLanguage, openAiSnippet } from './openai-snippets.ts'
import type { SnippetSource } from './snippets.ts'

const LABELS: Record<OpenAiLanguage, string> = { node: 'Node.js', python: 'Python', curl: 'cURL' }

interface ByOpenAiProps {
  /** Its name as a model. */
  model: string
  /** What it takes; null for a chat. */
  source: SnippetSource | null
}

/** How a program that speaks OpenAI's API reaches it: the address, the name of the model, and a call to copy. */
export function ByOpenAi({ model, source }: ByOpenAiProps) {
  const origin = useOrigin()
  const [language, setLanguage] = useState<OpenAiLanguage>('node')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-base">{t('With the OpenAI SDK')}</h3>
      <p className="max-w-prose text-muted">
        {fill(
          t(
            'Programs written for OpenAI’s API work with the base URL {address}, an {key} with the scope {scope}, and this model: {model}.',
            { address: '{address}', key: '{key}', scope: '{scope}', model: '{model}' },
          ),
          {
            address: <code className="break-all">{origin}/v1</code>,
            key: <TextLink href={paths.settings('api-keys')}>{t('API key')}</TextLink>,
            scope: <code>run</code>,
            model: <code className="break-all">{model}</code>,
          },
        )}{' '}
        <TextLink href={paths.docs('openai')}>{t('What is supported')}</TextLink>
      </p>
      <Segmented
        label={t('OpenAI SDK language')}
        segments={OPENAI_LANGUAGES.map((value) => ({ value, label: LABELS[value] }))}
        value={language}
        onChange={(value) => setLanguage(OPENAI_LANGUAGES.find((one) => one === value) ?? 'node')}
      />
      <CodeBlock
        code={openAiSnippet(language, origin, model, exampleMessage(source))}
        label={t('OpenAI SDK example in {language}', { language: LABELS[language] })}
      />
    </div>
  )
}
