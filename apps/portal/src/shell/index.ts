/** The pages after the login: a separate chunk, which the login page does not need. */
export { Home } from './home';
export { Shell } from './shell';
export { TenantFrame } from './tenant-frame';
