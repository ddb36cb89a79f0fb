export { RegistrarGateway } from './registrar-gateway.js';
export { KillSwitchGuard } from './kill-switch.guard.js';
export { RegistrarModule } from './registrar.module.js';
export { registrarStorage } from './storage/storage.js';
export { KillSwitch } from './kill-switch.js';
