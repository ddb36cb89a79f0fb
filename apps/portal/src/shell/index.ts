/** What a person sees after the login; a chunk of its own, so that the login page does not load it. */
export { Home } from './home';
export { Shell } from './shell';
export { TenantFrame } from './tenant-frame';
