import { AreaFrame, type FrameProps } from './area-frame.tsx'
import { SELLER_AREA } from './seller-places.ts'

/** The seller area. */
export const SellerFrame = (frame: FrameProps) => <AreaFrame label="Seller area" places={SELLER_AREA} {...frame} />
