/** What the fields of a form of settings share. */
import { createContext, type ReactNode, useContext } from 'react'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Field } from '#web/canvas/model/fields/field-model.ts'
import type { OtherModes } from '#web/canvas/model/fields/other-mode.ts'
import type { Scope } from '#web/canvas/panels/expression/complete.ts'
import type { EvaluationInput } from '#web/canvas/services/analysis/answers.ts'
import type { Asking } from '#web/canvas/services/queries/use-asked.ts'

export interface Readable {
  scope: Scope
  bindings: EvaluationInput['bindings']
}

/** The list a node evaluates settings once for each item of. */
export interface ItemsLookedAt {
  item: Json | undefined
  /** Its place in the list, from 0. */
  at: number
  count: number
  go: (at: number) => void
}

export interface SettingsForm {
  /** Tells forms apart: the id of the node. */
  id: string
  otherModes: OtherModes
  /** The workflow it belongs to; null outside of one. */
  workflow: string | null
  /** Whether the person owns it: in the workflow of another they can choose none of their own credentials and models. */
  own: boolean
  /** The settings as a whole. */
  config: JsonObject
  /** Why nothing can be changed; null where it can. */
  readOnly: string | null
  /** What is wrong at a dotted path, undefined when nothing is; `inside`: or anywhere in it. */
  problemAt: (path: string, inside?: boolean) => string | undefined
  /** What the run on the canvas stopped with at this node, while it is as it was then; null where it did not. */
  failure: string | null
  /** What expressions of this form read, also those that are evaluated per item; null where nothing is known. */
  expression: {
    whole: Readable
    perItem: Readable
    items: ItemsLookedAt
    said: string
    /** The nearest node before whose data is made up until it runs. */
    unrun: string | null
  } | null
  /**
   * Keeps the field at a dotted path open next to the canvas; absent where there is none, or when it is already open.
   */
  keepOpen?: (path: string) => void
  /** Values are taken as they are, and nothing is evaluated. */
  noExpressions?: true
  /** The action that is filled in, of an app that can be asked for choices and fields; absent where there is none. */
  asked?: Asking
}

/** Takes a value, with the dotted path and the title of the field it was entered in. */
export type Change = (value: Json | undefined, at: { path: string; title: string }) => void

export interface FieldViewProps {
  field: Field
  value: Json | undefined
  /** Dotted, from the settings of the node. */
  path: string
  onChange: Change
  /** An item of a list: the list names it already. */
  inList?: boolean
}

/** Draws a field inside another one. */
export type DrawField = (props: FieldViewProps) => ReactNode

const FormContext = createContext<SettingsForm | null>(null)
export const FormProvider = FormContext.Provider

export function useSettingsForm(): SettingsForm {
  const form = useContext(FormContext)
  if (!form) throw new Error('Settings fields must be inside a form')
  return form
}

export const join = (path: string, part: string | number): string => (path === '' ? `${part}` : `${path}.${part}`)
