/**
 * The finder under the name the specification has for it; the page names `/classes` as its address.
 */
export { default, handle, loader, meta } from './_index.tsx'
