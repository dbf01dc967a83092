/** What is taken as the picture of a person. Plain data, for the browser too. */
export const AVATAR = { max_bytes: 5_000_000, max_pixels: 50_000_000, size_px: 256 } as const
