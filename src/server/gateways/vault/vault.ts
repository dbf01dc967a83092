/**
 * Where credentials are opened, and the only place. Ports call `open` with the run's name; what comes back lives as long as their call
 * and goes into no log, error or row.
 */
import type { CredentialTypeName } from '#contract/accounts/credential-types.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { RunAs } from '#nodes/ports.ts'
import { type Belongs, type Sealed, seal, Unreadable, unseal } from './envelope.ts'
import type { KeyRing } from './keys.ts'

/** A credential as it is stored. */
export interface SealedRow extends Sealed {
  id: string
  owner_id: UserId
  type: CredentialTypeName
  name: string
  status: 'ready' | 'connecting' | 'reconnect'
  /** Its use was noted within the last minute, so it need not be noted again. */
  used_lately?: boolean
}

/** Where credentials lie. */
export interface CredentialRows {
  find(id: string): Promise<SealedRow | null>
  noteUse(id: string): Promise<void>
}

export interface Secret {
  id: string
  type: CredentialTypeName
  name: string
  owner_id: UserId
  /** By the names of `CREDENTIAL_TYPES`; of a connected account also `access_token`. */
  fields: Record<string, string>
}

/** Types whose owner agrees at the service. */
export type ConnectedType = 'gmail' | 'oauth2_generic' | 'app_account'

/** Whether its owner agrees at the service and it holds tokens that are renewed. Of app accounts only some do. */
export const isConnected = (secret: Secret): secret is Secret & { type: ConnectedType } =>
  secret.type === 'app_account'
    ? secret.fields.token_url !== undefined
    : secret.type === 'gmail' || secret.type === 'oauth2_generic'

/** Gives a connected account a token that is still good. @throws NodeError `credential_reconnect`, or retryable when the service is away (`credential_renewing` while another process asks it) */
export type Freshen = (secret: Secret) => Promise<Secret>

export interface Vault {
  /**
   * A credential of the workflow's author, and of the person who runs it only where they lent it to a slot of the agent; outside a run, of
   * the person who asks. A foreign one does not exist.
   * @throws NodeError `credential_not_found`, `credential_unreadable`, `credential_reconnect`, `credential_renewing`
   */
  open(credentialId: string, who: RunAs): Promise<Secret>
  /** Its own content, for the verbs of its owner: not freshened, not counted as used. @throws NodeError `credential_unreadable` */
  read(row: SealedRow): Secret
  seal(fields: Record<string, string>, belongs: Belongs): Sealed
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export const credentialNotFound = (): NodeError =>
  new NodeError(
    'credential_not_found',
    'There is no such credential. Choose one of your own in the settings of the step.',
    {
      field: 'credential',
    },
  )

/** A credential of another kind than the step needs. */
export const wrongType = (name: string, wanted: string): NodeError =>
  new NodeError('credential_type', `“${name}” is not a credential for ${wanted}.`, { field: 'credential' })

/** The account has to be connected again by its owner. */
export const needsReconnect = ({ id, name }: Pick<SealedRow, 'id' | 'name'>): NodeError =>
  new NodeError(
    'credential_reconnect',
    `The account behind “${name}” has to be connected again on the settings page.`,
    { field: 'credential', credential: id },
  )

export function createVault(options: { ring: KeyRing; rows: CredentialRows; freshen?: Freshen }): Vault {
  const { ring, rows, freshen } = options
  const read = (row: SealedRow): Secret => {
    const { id, owner_id, type, name } = row
    try {
      return { id, owner_id, type, name, fields: unseal(ring, row, { id, owner_id, type }) }
    } catch (cause) {
      if (!(cause instanceof Unreadable)) throw cause
      const message = `“${name}” cannot be decrypted: the key of this installation has changed. Enter it again.`
      throw new NodeError('credential_unreadable', message, { field: 'credential', cause })
    }
  }
  return {
    read,
    seal: (fields, belongs) => seal(ring, fields, belongs),
    async open(credentialId, { owner, author, version, lender }) {
      const row = UUID.test(credentialId) ? await rows.find(credentialId) : null
      // Never the runner's, unless they lent it: who writes a workflow would choose where they are sent and what becomes of the answer.
      const asker = version === null && 'user_id' in owner ? owner.user_id : null
      const holder = lender ?? author ?? asker
      if (!row || row.owner_id !== holder) throw credentialNotFound()
      if (row.status !== 'ready') throw needsReconnect(row)
      const secret = read(row)
      if (!row.used_lately) await rows.noteUse(row.id)
      return freshen ? freshen(secret) : secret
    },
  }
}
