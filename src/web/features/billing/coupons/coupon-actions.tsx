import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { Coupon, CouponScope } from '#contract/billing/coupons.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { couponLink } from './coupon-texts.ts'

type Verb = 'pause' | 'resume' | 'end'

const ENDPOINTS = { pause: 'pauseCoupon', resume: 'resumeCoupon', end: 'endCoupon' } as const
const ASKED: Record<Verb, { title: string; text: string; button: string }> = {
  pause: {
    title: 'Pause',
    text: 'It can’t be used for new orders until you resume it. Existing orders keep their price.',
    button: 'Pause coupon',
  },
  resume: { title: 'Resume', text: 'It can be used for new orders again.', button: 'Resume coupon' },
  end: {
    title: 'End',
    text: 'This can’t be undone. The code becomes available for another coupon. Existing orders keep their price.',
    button: 'End coupon',
  },
}

/** What can be done with a coupon; what is not possible now says why. */
export function CouponActions({ coupon, scope }: { coupon: Coupon; scope: CouponScope }) {
  const [asked, setAsked] = useState<Verb | null>(null)
  const link = couponLink(coupon, scope)
  const copy = async (text: string, said: string) => {
    await navigator.clipboard.writeText(text)
    showToast(said)
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${coupon.code}`}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => void copy(coupon.code, 'Code copied')}>Copy code</MenuItem>
        <MenuItem
          reason={link === null ? 'Only for one item' : undefined}
          onSelect={() => void copy(new URL(link ?? '', window.location.origin).href, 'Link copied')}
        >
          Copy link
        </MenuItem>
        <MenuSeparator />
        {coupon.abilities.resume.allowed ? (
          <MenuItem onSelect={() => setAsked('resume')}>Resume</MenuItem>
        ) : (
          <MenuItem reason={coupon.abilities.pause.reason ?? undefined} onSelect={() => setAsked('pause')}>
            Pause
          </MenuItem>
        )}
        <MenuItem reason={coupon.abilities.end.reason ?? undefined} onSelect={() => setAsked('end')}>
          End
        </MenuItem>
      </Menu>
      {asked && <Change verb={asked} coupon={coupon} onClose={() => setAsked(null)} />}
    </>
  )
}

function Change({ verb, coupon, onClose }: { verb: Verb; coupon: Coupon; onClose: () => void }) {
  const { title, text, button } = ASKED[verb]
  const change = useAction(async () => {
    await call(ENDPOINTS[verb], { params: { id: coupon.id } })
    await refresh('listCoupons')
    onClose()
  })
  return (
    <Dialog open onClose={onClose} title={`${title} ${coupon.code}?`}>
      <div className="grid gap-4">
        <p>{text}</p>
        {change.error !== null && <Callout tone="bad">{friendly(change.error)}</Callout>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={verb === 'end' ? 'danger' : 'primary'}
            busy={change.busy && 'Saving...'}
            onClick={() => void change.run()}
          >
            {button}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
