/** Made by vite.config.ts: the address of the script that reads sessions out of links. */
declare module 'virtual:session-link' {
  const src: string
  export default src
}
