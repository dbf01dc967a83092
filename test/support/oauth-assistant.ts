/** An assistant that signs in with the official SDK's own OAuth, as programs do that are given nothing but an address. */
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'

type Information = NonNullable<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>
type Tokens = NonNullable<Awaited<ReturnType<OAuthClientProvider['tokens']>>>

export interface OAuthAssistant {
  /** @returns the client, or where a person has to agree first */
  connect(): Promise<Client | URL>
  /** @param back where the browser came back to */
  finish(back: URL): Promise<void>
  close(): Promise<void>
}

export function oauthAssistant(url: string, callback: string): OAuthAssistant {
  let page: URL | null = null
  let information: Information | undefined
  let tokens: Tokens | undefined
  let verifier = ''
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: { client_name: 'Ward assistant', redirect_uris: [callback] },
    state: () => 'a state of its own',
    clientInformation: () => information,
    saveClientInformation: (made) => {
      information = made
    },
    tokens: () => tokens,
    saveTokens: (made) => {
      tokens = made
    },
    redirectToAuthorization: (to) => {
      page = to
    },
    saveCodeVerifier: (made) => {
      verifier = made
    },
    codeVerifier: () => verifier,
    invalidateCredentials: () => {
      tokens = undefined
    },
  }
  const open: Client[] = []
  let transport: StreamableHTTPClientTransport
  return {
    async connect() {
      page = null
      transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider })
      const client = new Client({ name: 'Ward assistant', version: '1.0.0' })
      try {
        await client.connect(transport)
        open.push(client)
        return client
      } catch (error) {
        if (!(error instanceof UnauthorizedError) || page === null) throw error
        return page
      }
    },
    finish: (back) => transport.finishAuth(back.searchParams),
    close: async () => {
      for (const client of open) await client.close()
    },
  }
}
