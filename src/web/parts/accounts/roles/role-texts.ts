/** Roles and permissions as people read them. */
import type { Permission, Role } from '#contract/core/access.ts'
import { t } from '#web/lib/language.ts'

export const roleName = (role: Role): string =>
  ({
    basic_user: t('User'),
    seller: t('Seller'),
    creator_admin: t('Creator Admin'),
    admin: t('Admin'),
    super_admin: t('Super Admin'),
  })[role]

/** What a permission lets one do. */
export const permissionText = (permission: Permission): string =>
  ({
    'agents.view': t('See agents, their evidence and their prices'),
    'marketplace.browse': t('Search and compare on the marketplace'),
    'pods.view_own': t('See your runs and results'),
    'pods.create.subscribed_agent': t('Deploy agents as services and use them through the API'),
    'agents.create': t('Build custom agents and sell them'),
    'workflows.create': t('Design and run workflows, with plugins'),
    'workflows.manage': t('Manage published workflows'),
    'admin.access': t('Open the admin area'),
    'users.manage': t('Approve, block and manage users'),
    'analytics.view': t('See analytics for the whole marketplace'),
    'admin.agents.manage': t('Approve and suspend agents'),
  })[permission]
