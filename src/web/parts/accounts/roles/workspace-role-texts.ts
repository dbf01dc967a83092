/** What roles in a workspace are called and may do, as people read it. */
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import { t } from '#web/lib/language.ts'

export function workspaceRoleName(role: WorkspaceRole): string {
  switch (role) {
    case 'owner':
      return t('Owner')
    case 'admin':
      return t('Admin')
    case 'builder':
      return t('Builder')
    case 'reviewer':
      return t('Reviewer')
    case 'member':
      return t('Member')
    case 'billing':
      return t('Billing')
  }
}

export function workspaceRoleText(role: WorkspaceRole): string {
  switch (role) {
    case 'owner':
      return t('Everything, and deciding who else is an owner')
    case 'admin':
      return t('Everything in the workspace, and its people')
    case 'builder':
      return t('Builds and changes services, workflows and knowledge')
    case 'reviewer':
      return t('Runs services and answers what they ask')
    case 'member':
      return t('Runs services and sees results')
    case 'billing':
      return t('Pays, and sees invoices and the plan')
  }
}
