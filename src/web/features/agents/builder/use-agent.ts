/** The custom agent that the open draft is, and how its parts are changed: every change is an operation of the draft. */
import { useMemo } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import {
  changeCheck,
  changeCover,
  changeForm,
  changeKnowledge,
  changePrompt,
  changeSettings,
} from '#graph/custom-agent/change-agent.ts'
import { withHandOver } from '#graph/custom-agent/hand-over.ts'
import { knowledgeOf } from '#graph/custom-agent/knowledge.ts'
import type { Prompt } from '#graph/custom-agent/prompt.ts'
import { type AgentSteps, type FoundAgent, readAgent } from '#graph/custom-agent/read-agent.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Operation } from '#graph/operations.ts'
import { useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'

/** Ids of the revisions of skills an agent uses. */
export const skillsOf = ({ config }: WorkflowNode): string[] =>
  (Array.isArray(config.skills) ? config.skills : []).filter((id): id is string => typeof id === 'string')

export const useFoundAgent = (): FoundAgent => {
  const document = useDocument()
  return useMemo(() => readAgent(document), [document])
}

export interface AgentEdits {
  /** Why nothing can be changed; null where it can. */
  readOnly: string | null
  prompt(changes: Partial<Prompt>, field: string): void
  settings(node: WorkflowNode, changes: JsonObject, field: string): void
  /** Another list of knowledge bases, from the ids there are. */
  knowledge(change: (ids: readonly string[]) => readonly string[]): void
  /** Another list of skills, from the revisions there are. */
  skills(change: (ids: readonly string[]) => readonly string[]): void
  check(on: boolean): void
  cover(on: boolean): void
  form(schema: JsonObject | null): void
  /** Whether it can hand its chat over to a person. */
  handOver(on: boolean): void
}

/** Keystrokes in a field are one step of undo. */
export function useAgentEdits(): AgentEdits {
  const draft = useDraft()
  const save = useStore(draft.save)
  return useMemo(() => {
    /** On the agent as it is now: another person may have changed it since the page was drawn. */
    const change = (
      field: string,
      operationOf: (steps: AgentSteps, document: WorkflowDocument, prompt: Prompt) => Operation,
      burst = false,
    ) => {
      const document = draft.document.get()
      const found = readAgent(document)
      if (!found.fits) return
      const operation = operationOf(found.steps, document, found.prompt)
      draft.perform(operation, {
        label: t('Changed {field}', { field }),
        ...(burst && { burst: `agent ${field}` }),
      })
    }
    return {
      readOnly: save.state === 'read_only' ? save.reason : null,
      prompt: (changes, field) =>
        change(field, (steps, _, prompt) => changePrompt(steps, { ...prompt, ...changes }), true),
      settings: (node, changes, field) =>
        change(field, (_, { nodes }) => changeSettings(nodes.find(({ id }) => id === node.id) ?? node, changes), true),
      knowledge: (next) =>
        change(t('the knowledge'), (steps, document) =>
          changeKnowledge(document, steps, next(knowledgeOf(steps.agent))),
        ),
      skills: (next) =>
        change(t('the skills'), ({ agent }) => changeSettings(agent, { skills: [...next(skillsOf(agent))] })),
      check: (on) => change(t('the check of messages'), (steps, document) => changeCheck(document, steps, on)),
      cover: (on) => change(t('the cover of personal data'), (steps, document) => changeCover(document, steps, on)),
      handOver: (on) =>
        change(t('the hand-over to a person'), ({ agent }) => ({
          type: 'set_config',
          node_id: agent.id,
          config: withHandOver(agent, on),
        })),
      form: (schema) => change(t('the form of the answer'), (steps, document) => changeForm(document, steps, schema)),
    }
  }, [draft, save])
}
