/** What an operation does to the service, judged by its method and its words, on the careful side. */
import type { Effect, HttpCall } from '#connectors/connector.ts'
import { wordsOf } from './words.ts'

const SEARCHES = new Set([
  ...[
    'search',
    'list',
    'query',
    'find',
    'lookup',
    'get',
    'count',
    'describe',
    'filter',
    'retrieve',
    'select',
    'autocomplete',
    'suggest',
  ],
  ...['preview', 'estimate', 'translate', 'detect', 'classify', 'moderation', 'moderate'],
])
const REMOVES = new Set([
  ...[
    'delete',
    'remove',
    'destroy',
    'purge',
    'erase',
    'terminate',
    'revoke',
    'wipe',
    'drop',
    'trash',
    'cancel',
    'void',
    'uninstall',
  ],
  ...['deregister', 'unregister', 'expire', 'kick', 'ban', 'clear', 'truncate'],
])
const CHANGES = new Set([
  ...[
    'create',
    'add',
    'update',
    'put',
    'set',
    'send',
    'modify',
    'post',
    'insert',
    'start',
    'stop',
    'enable',
    'disable',
    'attach',
  ],
  ...[
    'detach',
    'invite',
    'approve',
    'reject',
    'execute',
    'run',
    'reset',
    'move',
    'rename',
    'publish',
    'archive',
    'unarchive',
    'register',
  ],
  ...[
    'associate',
    'disassociate',
    'reboot',
    'release',
    'tag',
    'untag',
    'import',
    'subscribe',
    'unsubscribe',
    'close',
    'reopen',
    'accept',
  ],
])

/** Words in front that say nothing of what is done: `batch get`, `api search`. */
const IN_FRONT = new Set(['batch', 'bulk', 'api', 'v1', 'v2', 'v3', 'do', 'post', 'multi'])

/** Returns the word of an id or path that says what is done: of its last part, the first. */
function verbOf(name: string): string {
  const last =
    name
      .split(/[./:#]/)
      .filter((part) => part !== '' && !part.startsWith('{'))
      .at(-1) ?? ''
  const words = wordsOf(last)
  return words.find((word) => !IN_FRONT.has(word)) ?? words[0] ?? ''
}

export function effectOf(method: HttpCall['method'], id: string, path: string): Effect {
  if (method === 'DELETE') return 'destructive'
  const verbs = [verbOf(id.replace(/^(?:GET|POST)_/, '')), verbOf(path)]
  const [named = '', last = ''] = verbs
  // A few services change things when they are asked with GET.
  if (method === 'GET' || method === 'HEAD')
    return REMOVES.has(named) ? 'destructive' : CHANGES.has(named) ? 'write' : 'read'
  if (REMOVES.has(named) || REMOVES.has(last)) return 'destructive'
  if (method !== 'POST') return 'write'
  if (CHANGES.has(named)) return 'write'
  return SEARCHES.has(named) || (last === 'search' && !CHANGES.has(named)) || last === 'query' ? 'read' : 'write'
}

/** Whether asking twice does the same as asking once. */
export const isIdempotent = (method: HttpCall['method'], effect: Effect): boolean =>
  effect === 'read' || method === 'PUT' || method === 'DELETE'

/** Words of pieces that only read, besides those above. */
const READS = new Set(['read', 'fetch', 'view', 'show', 'check', 'download', 'export', 'parse', 'calculate', 'compare'])

/** What an action does that has a name and no method, on the careful side: a name that says nothing changes something. */
export function effectOfName(name: string): Effect {
  const words = wordsOf(name)
  // It sends whatever request it is given.
  if (words.join(' ').includes('custom api call')) return 'destructive'
  if (words.some((word) => REMOVES.has(word))) return 'destructive'
  if (words.some((word) => CHANGES.has(word) && word !== 'post')) return 'write'
  return words.some((word) => SEARCHES.has(word) || READS.has(word)) ? 'read' : 'write'
}
