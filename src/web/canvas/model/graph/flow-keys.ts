/** Nodes, notes and groups share one space of ids in React Flow. */
export const noteKey = (id: string): string => `note:${id}`
export const noteOfKey = (key: string): string | null => (key.startsWith('note:') ? key.slice(5) : null)

export const groupKey = (id: string): string => `group:${id}`
export const groupOfKey = (key: string): string | null => (key.startsWith('group:') ? key.slice(6) : null)

export const loopKey = (id: string): string => `loop:${id}`
export const loopOfKey = (key: string): string | null => (key.startsWith('loop:') ? key.slice(5) : null)
