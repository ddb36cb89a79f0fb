import { People, ViewPeople } from '#accounts';
import { ChangeKey, FindKeys, IssueKey, RevokeKey } from '#api-keys';
import { FindSwitch, SetSwitch } from '#registrar';
import { ChangeStorefront, FindStorefront } from '#storefront';
import { CreateTenant, FindTenants } from '#tenancy';
import {
  AddReceiver,
  ChangeReceiver,
  FindDeliveries,
  FindReceivers,
  Recover,
  Resend,
  RotateSecret,
  SendTest,
} from '#webhooks';
import { withServices } from './services.js';

/** Use cases of all commands. Commands import this file only when they run, so that their help does not load it. */
const USE_CASES = {
  addReceiver: AddReceiver,
  changeKey: ChangeKey,
  changeReceiver: ChangeReceiver,
  changeStorefront: ChangeStorefront,
  createTenant: CreateTenant,
  findDeliveries: FindDeliveries,
  findKeys: FindKeys,
  findReceivers: FindReceivers,
  findStorefront: FindStorefront,
  findSwitch: FindSwitch,
  findTenants: FindTenants,
  issueKey: IssueKey,
  people: People,
  recover: Recover,
  resend: Resend,
  revokeKey: RevokeKey,
  rotateSecret: RotateSecret,
  sendTest: SendTest,
  setSwitch: SetSwitch,
  viewPeople: ViewPeople,
};

export type UseCases = { [Name in keyof typeof USE_CASES]: InstanceType<(typeof USE_CASES)[Name]> };

/** Runs `work` with the use cases of all modules, on the same database as the running service. */
export function withUseCases<T>(work: (useCases: UseCases) => Promise<T>): Promise<T> {
  return withServices(services => {
    const useCases = Object.entries(USE_CASES).map(([name, type]) => [name, services.get<object>(type)]);
    return work(Object.fromEntries(useCases) as UseCases);
  });
}
