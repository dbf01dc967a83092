/** The audit log in words. */
import type { AuditBreak } from '#contract/admin/audit-values.ts'
import { formatPaise } from '#web/lib/format.ts'
import { formatExactTime } from '#web/lib/time.ts'

/** What was done, as a sentence about the actor without its object. An action that is not named is made readable. */
const ACTIONS: Record<string, string> = {
  'user.change_role': 'Changed a role',
  'user.change_status': 'Changed an account’s status',
  'user.decide_request': 'Declined a role request',
  'user.end_sessions': 'Ended sessions',
  'user.mail_reset': 'Sent a password reset link',
  'user.remove_second_factor': 'Turned off two-factor sign-in',
  'user.give_credits': 'Gave credits',
  'agent.submit': 'Submitted an agent version',
  'agent.approve': 'Approved an agent version',
  'agent.reject': 'Rejected an agent version',
  'agent.suspend': 'Suspended an agent',
  'agent.unsuspend': 'Lifted an agent’s suspension',
  'agent.feature': 'Featured an agent',
  'agent.unfeature': 'Stopped featuring an agent',
  'agent.announce': 'Changed an agent’s notice',
  'agent.deprecate': 'Deprecated an agent',
  'agent.revive': 'Revived an agent',
  'agent.archive': 'Archived an agent',
  'agent.restore': 'Restored an agent',
  'agent.withdraw': 'Withdrew an agent version',
  'review.keep': 'Kept a review',
  'review.remove': 'Removed a review',
  'report.assign': 'Took a report',
  'report.release': 'Gave back a report',
  'report.resolve': 'Resolved a report',
  'report.dismiss': 'Dismissed a report',
  'run_stop.start': 'Stopped many runs',
  'execution.cancel': 'Cancelled someone’s run',
  'execution.pause': 'Paused someone’s run',
  'execution.reveal': 'Revealed what a run contains',
  'execution.recover': 'Recovered failed runs',
  'refund.approve': 'Approved a refund',
  'refund.decline': 'Declined a refund',
  'refund.retry': 'Retried a refund',
  'refund.unclaimed': 'Refunded an unmatched payment',
  'payment.reconcile': 'Compared payments with the gateway',
  'dispute.submitted': 'Contested a dispute',
  'dispute.accepted': 'Accepted a dispute',
  'ledger.reverse': 'Reversed a ledger transaction',
  'invoice.export': 'Exported invoices for GSTR-1',
  'payout_run.prepare': 'Prepared a payout run',
  'payout_run.bank_file': 'Created a bank file',
  'payout_run.send': 'Sent a payout run',
  'payout.paid': 'Marked a payout as paid',
  'payout.failed': 'Marked a payout as failed',
  'payout.cancelled': 'Cancelled a payout',
  'payout.retry': 'Retried a payout',
  'plan.manage': 'Changed a plan',
  'coupon.create': 'Created a coupon',
  'coupon.change': 'Changed a coupon',
  'coupon.end': 'Ended a coupon',
  'seller_profile.put': 'Changed seller details',
  'seller_profile.verified': 'Verified seller details',
  'seller_profile.rejected': 'Rejected seller details',
  'search.synonym_add': 'Added a search synonym',
  'search.synonym_remove': 'Deleted a search synonym',
  'backup.request': 'Asked for a backup',
  'vault.rotate': 'Rotated the vault key',
  'outbox.retry': 'Retried an email',
  'announcement.change': 'Changed the announcement',
  'maintenance.change': 'Changed maintenance mode',
  'company.change': 'Changed the company details',
  'sign_up.change': 'Changed who can sign up',
  'features.change': 'Switched parts on or off',
  'limits.change': 'Changed the limits',
  'brand.change': 'Changed the brand',
  'brand.upload_logo': 'Uploaded a logo',
  'mail_templates.change': 'Changed email texts',
  'mail_templates.test': 'Sent a test email',
  'invitation.send': 'Invited a person',
  'invitation.withdraw': 'Withdrew an invitation',
  'workspace.create': 'Created a workspace',
  'workspace.update': 'Renamed a workspace',
  'workspace.delete': 'Deleted a workspace',
  'transfer.move': 'Moved things to another workspace',
  'transfer.offer': 'Offered things to another workspace',
  'transfer.accept': 'Accepted things from another workspace',
  'transfer.decline': 'Declined an offer of another workspace',
  'transfer.cancel': 'Cancelled an offer to another workspace',
  'workspace.invite': 'Invited a person to a workspace',
  'workspace.withdraw_invitation': 'Withdrew an invitation to a workspace',
  'workspace.join': 'Joined a workspace',
  'workspace.leave': 'Left a workspace',
  'workspace.remove': 'Removed a person from a workspace',
  'workspace.set_role': 'Changed a role in a workspace',
  'workspace.add_domain': 'Added a domain to a workspace',
  'workspace.prove_domain': 'Proved a domain of a workspace',
  'workspace.remove_domain': 'Removed a domain from a workspace',
  'workspace.lose_domain': 'Lost the proof of a domain',
  'workspace.save_sign_on': 'Set up sign-on for a workspace',
  'workspace.remove_sign_on': 'Turned off sign-on for a workspace',
  'workspace.save_provisioning': 'Changed the provisioning of a workspace',
  'workspace.make_scim_token': 'Made a provisioning token for a workspace',
  'workspace.revoke_scim_token': 'Revoked the provisioning token of a workspace',
  'workspace.allow_removals': 'Allowed a directory to remove members for an hour',
  'workspace.stop_removals': 'Stopped a directory from removing members',
  'workspace.set_domain_joining': 'Changed who may join a workspace by domain',
  'directory.create_person': 'Added a person by provisioning',
  'directory.update_person': 'Changed a person by provisioning',
  'directory.delete_person': 'Deleted a person by provisioning',
  'directory.create_group': 'Added a group by provisioning',
  'directory.update_group': 'Changed a group by provisioning',
  'directory.delete_group': 'Deleted a group by provisioning',
  'workspace.set_session_limits': 'Changed the session limits of a workspace',
  'workspace.set_cap': 'Changed a member’s spending limit',
  'execution.delete': 'Deleted a run',
  'conversation.delete': 'Deleted a chat',
  'file.delete': 'Deleted a document',
  'data_policy.change': 'Changed a data policy',
  'approval_bot.connect': 'Connected a bot for approvals',
  'approval_bot.disconnect': 'Disconnected a bot for approvals',
  'test_case.make': 'Made a test case of a run',
  'metrics.export': 'Exported metrics',
  'audit.export': 'Exported the audit log',
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

export const actionText = (action: string): string =>
  ACTIONS[action] ?? sentence(action.replace('.', ': ').replaceAll('_', ' '))

/** `blocked_until` and `limits.runs` as words. */
export const fieldText = (name: string): string =>
  sentence(name.replace(/_?paise$/, '') || 'amount')
    .replaceAll('_', ' ')
    .replaceAll('.', ' · ')

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

export function valueText(name: string | null, value: string): string {
  if (TIME.test(value)) return formatExactTime(value)
  if (name !== null && /paise$/.test(name) && /^-?\d{1,15}$/.test(value)) return formatPaise(Number(value))
  if (/^[a-z]+(?:_[a-z]+)*$/.test(value)) return value.replaceAll('_', ' ')
  return value
}

export const BREAKS: Record<AuditBreak, string> = {
  changed: 'The entry isn’t what was sealed.',
  entry_removed: 'The entry was removed.',
  link_removed: 'A link of the chain was removed.',
  end_removed: 'The end of the chain was removed.',
  unsealed: 'An entry was added that was never sealed.',
}
