import type { Announcement } from '#contract/admin/announcement.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayChangeMaintenance, mayChangeSignUp } from './settings.policy.ts'
import { countHeldRuns } from './settings.store.ts'
import { changeMaintenance, changeSetting, findCurrentSetting, type SettingDeps } from './settings.ts'

type Names = 'getSite' | 'getSettings' | 'setMaintenance' | 'setSignUp'

export function settingHandlers(
  deps: SettingDeps & { readAnnouncement: () => Promise<Announcement | null> },
): Pick<Handlers, Names> {
  const { db, settings, readAnnouncement } = deps
  return {
    getSite: async () => {
      const { maintenance, sign_up } = settings.now()
      return { announcement: await readAnnouncement(), maintenance, sign_up }
    },
    getSettings: async () => ({
      maintenance: await findCurrentSetting(db, 'maintenance'),
      sign_up: await findCurrentSetting(db, 'sign_up'),
      held_runs: await countHeldRuns(db),
    }),
    setMaintenance: ({ body }, { caller }) => changeMaintenance(deps, mayChangeMaintenance(caller), body),
    setSignUp: ({ body }, { caller }) => changeSetting(deps, mayChangeSignUp(caller), { name: 'sign_up', ...body }),
  }
}
