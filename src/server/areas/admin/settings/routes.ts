import type { Announcement } from '#contract/admin/announcement.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayChangeMaintenance } from './settings.policy.ts'
import { countHeldRuns } from './settings.store.ts'
import { changeMaintenance, findCurrentSetting, type SettingDeps } from './settings.ts'

type Names = 'getSite' | 'getSettings' | 'setMaintenance'

export function settingHandlers(
  deps: SettingDeps & { readAnnouncement: () => Promise<Announcement | null> },
): Pick<Handlers, Names> {
  const { db, settings, readAnnouncement } = deps
  return {
    getSite: async () => ({ announcement: await readAnnouncement(), maintenance: settings.now().maintenance }),
    getSettings: async () => ({
      maintenance: await findCurrentSetting(db, 'maintenance'),
      held_runs: await countHeldRuns(db),
    }),
    setMaintenance: ({ body }, { caller }) => changeMaintenance(deps, mayChangeMaintenance(caller), body),
  }
}
