/** The class page under the name the specification has for it. */
export { default, handle, loader, meta } from './$class._index.tsx'
