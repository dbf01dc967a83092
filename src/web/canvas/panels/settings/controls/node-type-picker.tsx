import { useEffect, useState } from 'react'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import type { PaletteEntry } from '#web/canvas/services/analysis/answers.ts'
import { t } from '#web/lib/language.ts'
import type { ControlProps } from './control-props.ts'
import { OptionList } from './simple-controls.tsx'

/** A kind of node that can be a tool: one that gives an answer at once. */
export function NodeTypePicker(props: ControlProps) {
  const [palette, setPalette] = useState<readonly PaletteEntry[]>([])
  useEffect(() => {
    let left = false
    ask('palette').then(
      (entries) => {
        if (!left) setPalette(entries)
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  const options = palette
    .filter(({ kind, trigger }) => !trigger && (kind === 'pure' || kind === 'effect'))
    // What these do a tool of an agent must not: see the settings of the agent.
    .filter(({ type }) => type !== 'http_request' && type !== 'ai_agent')
    .map(({ type, title }) => ({ value: type, label: ownWord(title, 'node') }))
  return (
    <OptionList
      {...props}
      value={props.value === '' ? undefined : props.value}
      options={options}
      empty={t('Choose one')}
    />
  )
}
