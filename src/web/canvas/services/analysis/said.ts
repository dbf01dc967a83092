/** What the analysis worker answers, in the language of the interface. */

import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { sayPath, sayRendered } from '#web/canvas/services/language/say-rendered.ts'
import type { Setup, SetupItem } from './setup.ts'

/** The presentation of a node with its words in the reader's language. */
export const said = ({ kind, sentence, ports, ...rest }: NodePresentation): NodePresentation => ({
  ...rest,
  kind: kind === null ? null : ownWord(kind, 'node'),
  sentence: sayRendered(sentence),
  ports: ports.map(({ name, title }) => ({ name, title: ownWord(title, 'node') })),
})

/** Presentations by the id of their node. */
export const saidOfAll = (all: Readonly<Record<string, NodePresentation>>): Record<string, NodePresentation> =>
  Object.fromEntries(Object.entries(all).map(([id, one]) => [id, said(one)]))

const saidOfItem = (item: SetupItem): SetupItem => ({
  ...item,
  label: sayPath(item.label),
  message: sayRendered(item.message),
})

/** What is still to be set up. */
export const saidOfSetup = ({ items, credentials }: Setup): Setup => ({
  items: items.map(saidOfItem),
  credentials: credentials.map(({ item, id }) => ({ item: saidOfItem(item), id })),
})
