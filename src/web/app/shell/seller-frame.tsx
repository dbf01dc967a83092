import { SELLER_AREA } from '#web/app/router/seller-places.ts'
import { AreaFrame, type FrameProps } from './area-frame.tsx'

/** The seller area. */
export const SellerFrame = (frame: FrameProps) => <AreaFrame label="Seller area" places={SELLER_AREA} {...frame} />
