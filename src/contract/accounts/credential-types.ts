/**
 * What kinds of credentials there are and what is asked for each: one table that the form, the checks of the server and the nodes' choice
 * of credentials read. Plain data.
 */

export const CREDENTIAL_TYPE_NAMES = [
  'api_key_header',
  'bearer',
  'basic',
  'query_key',
  'signing_secret',
  'oauth2_generic',
  'gmail',
  'postgres',
  'smtp',
  's3',
  'slack_webhook',
  'openai_compatible',
  'app_account',
] as const
export type CredentialTypeName = (typeof CREDENTIAL_TYPE_NAMES)[number]
/** What a person enters without naming an app; an account at an app is made with the app's own fields. */
export type EnteredTypeName = Exclude<CredentialTypeName, 'app_account'>
export const isEntered = (name: CredentialTypeName): name is EnteredTypeName => name !== 'app_account'
export const ENTERED_TYPE_NAMES = CREDENTIAL_TYPE_NAMES.filter(isEntered)

export interface CredentialField {
  name: string
  label: string
  /** Empty where the label says it all. */
  help: string
  /** Kept and never shown again. What is not secret is shown to its owner. */
  secret: boolean
  required: boolean
  /** `hosts`: names of hosts parted by commas. `lines` keeps line breaks. */
  kind: 'text' | 'url' | 'number' | 'hosts' | 'lines' | 'choice'
  options?: readonly { value: string; label: string }[]
  placeholder?: string
  /** At most so many characters. */
  max: number
}

export interface CredentialType {
  title: string
  description: string
  fields: readonly CredentialField[]
  /** The secret whose last four characters tell one from another. */
  hint: string | null
  /** Whether the test button can find out that it works. */
  testable: boolean
  /** Connected by agreeing on the page of the service. */
  connect: boolean
}

const field = (
  name: string,
  label: string,
  help: string,
  rest: Partial<Omit<CredentialField, 'name' | 'label' | 'help'>> = {},
): CredentialField => ({ name, label, help, secret: false, required: true, kind: 'text', max: 500, ...rest })

const secret = (name: string, label: string, help: string, rest: Partial<CredentialField> = {}): CredentialField =>
  field(name, label, help, { secret: true, max: 4000, ...rest })

/** The person who starts a run may provide an address, so the secret is sent only to the hosts that its owner named. */
const HOSTS = field('hosts', 'Allowed hosts', 'Sent to these hosts only. Comma-separated; * matches any subdomain.', {
  kind: 'hosts',
  placeholder: 'api.example.com, *.example.in',
  max: 1000,
})

export const CREDENTIAL_TYPES: Record<CredentialTypeName, CredentialType> = {
  api_key_header: {
    title: 'API key in a header',
    description: 'A key sent in a header of your choice.',
    fields: [
      field('header', 'Header', 'The name of the header.', { placeholder: 'X-Api-Key', max: 100 }),
      secret('value', 'Key', 'As provided by the service.'),
      HOSTS,
    ],
    hint: 'value',
    testable: false,
    connect: false,
  },
  bearer: {
    title: 'Bearer token',
    description: 'A token sent in the Authorization header.',
    fields: [secret('token', 'Token', 'Without the word Bearer.'), HOSTS],
    hint: 'token',
    testable: false,
    connect: false,
  },
  basic: {
    title: 'User name and password',
    description: 'HTTP basic authentication.',
    fields: [
      field('user', 'User name', 'Without a colon.', { max: 200 }),
      secret('password', 'Password', '', { required: false }),
      HOSTS,
    ],
    hint: null,
    testable: false,
    connect: false,
  },
  query_key: {
    title: 'API key in the address',
    description: 'A key added to the address, for services that accept it nowhere else.',
    fields: [
      field('parameter', 'Parameter', 'The name of the query parameter.', { placeholder: 'api_key', max: 100 }),
      secret('value', 'Key', 'As provided by the service.'),
      HOSTS,
    ],
    hint: 'value',
    testable: false,
    connect: false,
  },
  signing_secret: {
    title: 'Signing secret',
    description: 'Signs requests (HMAC SHA-256) so that the receiver can verify they came from you.',
    fields: [
      secret('secret', 'Secret', 'At least 16 characters, known only to you and the receiver.'),
      { ...HOSTS, help: 'Signs requests to these hosts only. Comma-separated; * matches any subdomain.' },
    ],
    hint: 'secret',
    testable: false,
    connect: false,
  },
  oauth2_generic: {
    title: 'OAuth 2.0',
    description: 'An account at a service that asks for your consent on its own page.',
    fields: [
      field('client_id', 'Client ID', 'From the settings of your application at the service.'),
      secret('client_secret', 'Client secret', 'Leave empty for an application without a secret.', { required: false }),
      field('authorize_url', 'Authorization address', 'The page where you give your consent.', {
        kind: 'url',
        max: 2000,
      }),
      field('token_url', 'Token address', 'Where the authorization code is exchanged for a token.', {
        kind: 'url',
        max: 2000,
      }),
      field('scope', 'Scopes', 'Space-separated.', { required: false, max: 2000 }),
      HOSTS,
    ],
    hint: null,
    testable: true,
    connect: true,
  },
  gmail: {
    title: 'Gmail',
    description: 'Sends email from your Gmail account. It can’t read your mailbox.',
    fields: [],
    hint: null,
    testable: true,
    connect: true,
  },
  postgres: {
    title: 'Postgres',
    description: 'A Postgres database. Use a database user with only the rights your workflow needs.',
    fields: [
      field('host', 'Host', 'A name or an address on the public internet.', { max: 255 }),
      field('port', 'Port', 'Usually 5432.', { kind: 'number', placeholder: '5432', max: 5 }),
      field('database', 'Database', '', { max: 63 }),
      field('user', 'User', '', { max: 63 }),
      secret('password', 'Password', '', { required: false }),
      field('tls', 'Encryption', '', {
        kind: 'choice',
        options: [
          { value: 'verify', label: 'TLS, verify the certificate' },
          { value: 'require', label: 'TLS, accept any certificate' },
          { value: 'off', label: 'None' },
        ],
      }),
    ],
    hint: null,
    testable: true,
    connect: false,
  },
  smtp: {
    title: 'Mail server (SMTP)',
    description: 'Sends email through your own mail server.',
    fields: [
      field('host', 'Server', 'A name or an address on the public internet.', { max: 255 }),
      field('port', 'Port', '465 for implicit TLS, otherwise usually 587.', {
        kind: 'number',
        placeholder: '587',
        max: 5,
      }),
      field('user', 'User', 'Leave empty for a server without sign-in.', { required: false }),
      secret('password', 'Password', '', { required: false }),
      field('from', 'Sender', 'An email address, or a name followed by an address in angle brackets.', {
        placeholder: 'The Firm <hello@firm.in>',
        max: 320,
      }),
    ],
    hint: null,
    testable: true,
    connect: false,
  },
  s3: {
    title: 'S3 storage',
    description: 'Amazon S3 or any S3-compatible storage.',
    fields: [
      field('endpoint', 'Address', 'The address of the storage service, without a bucket name.', {
        kind: 'url',
        placeholder: 'https://s3.ap-south-1.amazonaws.com',
        max: 2000,
      }),
      field('region', 'Region', 'The region the storage service uses; us-east-1 if it ignores regions.', { max: 60 }),
      field('access_key_id', 'Access key ID', 'The public part of the key pair.', { max: 200 }),
      secret('secret_access_key', 'Secret access key', 'The secret part of the key pair.'),
      field('bucket', 'Bucket', 'Only this bucket is accessed.', { max: 63 }),
    ],
    hint: 'secret_access_key',
    testable: true,
    connect: false,
  },
  slack_webhook: {
    title: 'Slack webhook',
    description: 'The incoming webhook of a Slack channel, or of a service that accepts the same messages.',
    fields: [
      secret('url', 'Webhook address', 'Starts with https://. Anyone who knows it can post messages.', { kind: 'url' }),
    ],
    hint: 'url',
    testable: false,
    connect: false,
  },
  openai_compatible: {
    title: 'AI model',
    description: 'A model server that supports the OpenAI API.',
    fields: [
      field('base_url', 'Address', 'Usually ends with /v1.', {
        kind: 'url',
        placeholder: 'https://api.openai.com/v1',
        max: 2000,
      }),
      secret('api_key', 'API key', 'Leave empty if the server doesn’t require a key.', { required: false }),
      field('model', 'Model', 'Used when a step doesn’t name a model.', { required: false, max: 200 }),
    ],
    hint: 'api_key',
    testable: true,
    connect: false,
  },
  app_account: {
    title: 'App account',
    description: 'An account at an app, connected from the app’s page or from a step.',
    // They are the app's own: see `SignIn` of a connector.
    fields: [],
    hint: null,
    testable: false,
    connect: false,
  },
}
