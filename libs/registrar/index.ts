export { KillSwitchGuard } from './kill-switch.guard.js';
export { Accounts } from './accounts.js';
export { RegistrarApiModule, RegistrarModule, RegistrarWorkerModule } from './registrar.module.js';
export { registrarStorage } from './storage/storage.js';
export { KillSwitch } from './kill-switch.js';
export { RegistrarFailure } from './model/registrar-failure.js';
export { Purchases } from './purchases.js';
export { RegistrarGateway } from './registrar-gateway.js';
export { StuckOrders } from './stuck-orders.js';
