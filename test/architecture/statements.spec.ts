import { format } from 'sql-formatter';
import { settle } from '../../libs/checkout/storage/settle.js';
import { settleRenewal } from '../../libs/checkout/storage/settle-renewal.js';
import { placeOrders } from '../../libs/orders/storage/order.repository.js';
import { expectGolden } from '../support/golden.js';

// The statement of a single request differs only in `request`, which has one row without arrays.
describe.each([placeOrders, settle, settleRenewal])('the batched statement $name', ({ name, many }) => {
  it('equals its golden', () => {
    const text = format(many.text, { language: 'postgresql', keywordCase: 'upper', expressionWidth: 100 });
    expectGolden(`sql/${name}.sql`, `${text};\n`);
  });
});
