/** The presentation of a node's card in addition to its title. The analysis worker gets it from the catalogue. */
export interface NodePresentation {
  /** Null for a type that is not in the catalogue. */
  kind: string | null
  category: string
  icon: string
  sentence: string
  trigger: boolean
  ports: readonly { name: string; title: string }[]
}

/** By the id of the node; absent until the worker has looked at it. */
export type NodePresentations = Readonly<Record<string, NodePresentation | undefined>>
