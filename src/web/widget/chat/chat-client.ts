/**
 * The calls of a chat page and of a chat in a widget. A visitor is known by a token that this browser keeps; a member by their account, whose
 * code is fetched for pages of members alone.
 */

import endpoints from 'virtual:visitor-endpoints'
import type { Api } from '#contract/api.ts'
import type { Input, Returns } from '#contract/core/endpoint.ts'
import type { ChatChange, ChatEvent } from '#contract/services/chats.ts'
import { buildAddress, buildHeaders, createClient, type EndpointTable, type RawInput } from '#web/api/client.ts'
import { type EventOptions, eventBody, readEvents } from '#web/api/read-events.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

type VisitorName =
  | 'getChat'
  | 'enterChat'
  | 'listVisitorConversations'
  | 'listVisitorMessages'
  | 'sendVisitorMessage'
  | 'stopVisitorAnswer'
  | 'rateVisitorAnswer'
  | 'askForPerson'
  | 'returnToAgent'

type InputOf<N extends VisitorName> = Omit<Input<Api[N]>, 'params'> & {
  params?: Omit<Input<Api[N]> extends { params: infer P } ? P : never, 'token'>
}

export interface ChatClient {
  token: string
  /** Whether this browser holds a token of the visitor. */
  isKnown(): boolean
  /** Calls are made as the account that is signed in here. */
  asMember(): void
  call<N extends VisitorName>(name: N, input: InputOf<N>): Promise<Returns<Api[N]>>
  follow(conversation: string, options: EventOptions<ChatEvent>): Promise<void>
  /** Tells that others have said or changed something. */
  followChanges(conversation: string, options: EventOptions<ChatChange>): Promise<void>
  /** @returns the id of the stored file */
  upload(file: File): Promise<string>
  /** A file of an answer. @throws ApiError */
  download(conversation: string, file: string): Promise<Blob>
  /** Comes in with what `enterChat` asks for, and keeps the token. @throws ApiError */
  enter(password?: string): Promise<void>
}

/** Without storage the visitor is known until the page is left. */
const kept = new Map<string, string>()
const read = (name: string): string | null => kept.get(name) ?? readStored(name)
const write = (name: string, value: string): void => {
  kept.set(name, value)
  writeStored(name, value)
}

const visitorKey = (token: string) => `chat.visitor.${token}`
const conversationKey = (token: string) => `chat.conversation.${token}`

/** The conversation that this browser has open on a page; the same in all its tabs after a reload. */
export const readConversation = (token: string): string | null => read(conversationKey(token))
export const keepConversation = (token: string, id: string): void => write(conversationKey(token), id)

const table: EndpointTable = endpoints

export function createChatClient(token: string): ChatClient {
  let isMember = false
  const bearer = async (force: boolean): Promise<string | null> => {
    if (!isMember) return null
    const account = await import('#web/api/call.ts')
    // No page of the product has started it here.
    account.session.start()
    return account.bearer(force)
  }
  const client = createClient({ table, token: bearer, fetch: (...args) => fetch(...args) })
  const runToken = () => (isMember ? null : read(visitorKey(token)))
  const withToken = (input: { params?: object }): RawInput => ({ ...input, params: { ...input.params, token } })
  const call = async (name: string, input: object) =>
    client(name, withToken(input as RawInput), { runToken: runToken() })
  const stream = <T>(name: string, conversation: string, options: EventOptions<T>): Promise<void> => {
    const path = table[name]?.[1] ?? ''
    const input = withToken({ params: { id: conversation } })
    return readEvents(async () => {
      const headers = buildHeaders(input, { runToken: runToken() }, await bearer(false))
      headers.set('accept', 'text/event-stream')
      return eventBody(await fetch(buildAddress(path, input), { headers, signal: options.signal }), path)
    }, options)
  }
  return {
    token,
    isKnown: () => read(visitorKey(token)) !== null,
    asMember: () => {
      isMember = true
    },
    call: (name, input) => call(name, input) as never,
    follow: (conversation, options) => stream('streamVisitorAnswer', conversation, options),
    followChanges: (conversation, options) => stream('followVisitorChat', conversation, options),
    upload: async (file) => {
      const body = new FormData()
      body.set('file', file, file.name)
      const { id } = (await client('uploadFile', { body })) as { id: string }
      return id
    },
    download: async (id, file) => (await call('getVisitorFile', { params: { id, file } })) as Blob,
    enter: async (password) => {
      const { visitor_token } = (await call('enterChat', {
        body: password === undefined ? {} : { password },
      })) as Returns<Api['enterChat']>
      if (visitor_token !== null) write(visitorKey(token), visitor_token)
    },
  }
}
