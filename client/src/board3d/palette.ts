/** The colours of inlays and marks, as in styles/tokens.css. */
export const EBONY = 0x22140b;
export const IVORY = 0xf3e6cf;
export const ORANGE = 0xff8a1f;
export const BRASS = 0x9c7a48;
