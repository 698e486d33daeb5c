/** Matches half of a surrogate pair, which no URL can carry. Without the `g` flag, so that it keeps no state. */
export const loneSurrogate = /\p{Surrogate}/u;
