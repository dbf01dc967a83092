/** The words of transfers: kinds, counts, what ends, and why something can't move. */
import { TRANSFER_KINDS, type TransferKind } from '#contract/accounts/transfer-values.ts'
import type { Transfer, TransferPreview } from '#contract/accounts/transfers.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

export function kindName(kind: TransferKind): string {
  switch (kind) {
    case 'workflow':
      return t('Workflow')
    case 'agent':
      return t('Listed agent')
    case 'service':
      return t('Service')
    case 'knowledge_base':
      return t('Knowledge base')
    case 'data_table':
      return t('Data table')
    case 'credential':
      return t('Credential')
    case 'model':
      return t('Model')
    case 'mcp_server':
      return t('MCP server')
    case 'imported_app':
      return t('App')
    case 'skill':
      return t('Skill')
  }
}

export const countName = (): Record<keyof TransferPreview['counts'], string> => ({
  versions: t('Versions'),
  runs: t('Runs'),
  chats: t('Chats'),
  batches: t('Batches'),
  test_cases: t('Test cases'),
  evaluations: t('Evaluations'),
  documents: t('Documents'),
  rows: t('Rows'),
  files: t('Files of runs'),
})

export function effectText({ effect, count }: TransferPreview['effects'][number]): string {
  const named = { count: formatNumber(count) }
  switch (effect) {
    case 'triggers_paused':
      return t('Triggers: {count}. They keep their addresses and are paused until someone resumes them.', named)
    case 'schedules_paused':
      return t('Schedules: {count}. They’re turned off until someone turns them on.', named)
    case 'addresses_kept':
      return t('Chat pages and widgets: {count}. They keep their addresses and keep working.', named)
    case 'members_removed':
      return t('People the workflow is shared with: {count}. They lose access at once.', named)
    case 'shares_removed':
      return t('People that knowledge and tables are shared with: {count}. They lose access at once.', named)
    case 'links_ended':
      return t('Shared links to runs and approvals: {count}. They stop working.', named)
    case 'hooks_ended':
      return t('Webhooks of services: {count}. They’re removed, because their secret is known here.', named)
    case 'channels_kept':
      return t('Channels: {count}. They move with their keys and keep working.', named)
    case 'channels_ended':
      return t('Channels: {count}. They’re disconnected, unless you move their keys as well.', named)
    case 'app_triggers_ended':
      return t('App triggers: {count}. They end; publish the workflow again to connect them.', named)
    case 'lent_ended':
      return t('Accounts that customers lent to the agent: {count}. Customers are asked again.', named)
    case 'files_stay':
      return t('Documents that other runs use, too: {count}. They stay here.', named)
    case 'buyers_stay':
      return t('Customers: {count}. They keep what they bought, and buy from the new workspace from now on.', named)
  }
}

export function policyText({ policy, count, days }: TransferPreview['policies'][number]): string {
  const named = { count: formatNumber(count), days: formatNumber(days ?? 0) }
  switch (policy) {
    case 'runs_deleted':
      return t('It keeps runs for {days} days: the content of {count} runs is deleted within the hour.', named)
    case 'model_not_allowed':
      return t('Steps with an AI model it doesn’t allow: {count}.', named)
    case 'app_not_allowed':
      return t('Steps with an app it doesn’t allow: {count}.', named)
    case 'country_not_allowed':
      return t('Steps that process data in a country it doesn’t allow, or in an unknown one: {count}.', named)
    case 'models_forbidden':
      return t('AI models it doesn’t allow: {count}. They move, but can’t be used there.', named)
    case 'apps_forbidden':
      return t('Apps and MCP servers it doesn’t allow: {count}. They move, but can’t be used there.', named)
  }
}

/** @param name a kind, as the server names what there is too much of */
function kindsName(name: string | null): string {
  const kind = TRANSFER_KINDS.find((one) => one === name)
  return kind === undefined ? '' : kindName(kind)
}

export function refusalText({ code, name, count }: TransferPreview['refusals'][number]): string {
  const named = { name: name ?? '', count: formatNumber(count) }
  switch (code) {
    case 'runs_open':
      return t('Runs that haven’t finished or wait for an answer: {count}. Wait for them, or stop them.', named)
    case 'batches_open':
      return t('The batch “{name}” hasn’t finished. Wait for it, or cancel it.', named)
    case 'tests_open':
      return t('Test cases are being run. Wait for them.')
    case 'money_open':
      return t('Payments, refunds, disputes or results waiting for acceptance: {count}. Settle them first.', named)
    case 'in_review':
      return t('A version of “{name}” is being reviewed. Withdraw it, or wait.', named)
    case 'name_taken':
      return t('The other workspace already has “{name}”. Rename one of them.', named)
    case 'plan_limit':
      return name === 'storage_bytes'
        ? t('The plan of the other workspace has no room for the files.')
        : t(
            'The plan of the other workspace allows {count} services. Remove one there, or choose a larger plan.',
            named,
          )
    case 'account_limit':
      return name === 'skill_bytes' || name === 'table_bytes'
        ? t('The skills or data tables of the other workspace would be too large. Remove some there first.')
        : t('The other workspace can have up to {count} of these: {kind}. Remove one there first.', {
            ...named,
            kind: kindsName(name),
          })
    case 'too_large':
      return t('More than {count} runs or things can’t move at once.', named)
    case 'role_too_low':
      return t('The other account isn’t allowed to build or sell this.')
    case 'seller_details':
      return t('The other account has to complete its seller details before it can sell this.')
    case 'still_used':
      return t(
        '“{name}” is used by something that stays here. Move that along, or choose another one for it first.',
        named,
      )
    case 'already_offered':
      return t('“{name}” is in another offer that waits for an answer. Cancel that one first.', named)
  }
}

export function statusName(status: Transfer['status']): string {
  switch (status) {
    case 'offered':
      return t('Waiting for an answer')
    case 'done':
      return t('Moved')
    case 'declined':
      return t('Declined')
    case 'cancelled':
      return t('Cancelled')
    case 'expired':
      return t('Expired')
  }
}

/** The first thing, and how many others. */
export function movesText(moves: Transfer['moves']): string {
  const name = moves[0]?.name ?? ''
  return moves.length > 1
    ? t('“{name}” and {count} more', { name, count: formatNumber(moves.length - 1) })
    : `“${name}”`
}
