import type { Routes } from '#server/http/serve.ts'
import * as products from '#shared/products/contract.ts'
import { createProduct, editProduct } from './change-product.ts'
import { importedProducts } from './imported-products.ts'
import { listProducts } from './list-products.ts'
import { addMember, membersOf, removeMember } from './members.ts'

export function bindProducts(routes: Routes): void {
  routes.read(products.listProducts, async ({ actor }, db) => ({ result: await listProducts(db, actor) }))
  routes.write(products.createProduct, async (call, tx) => ({ result: await createProduct(call, tx) }))
  routes.write(products.editProduct, async (call, tx) => ({ result: await editProduct(call, tx) }))
  routes.read(products.listImportedProducts, async ({ actor }, db) => ({ result: await importedProducts(db, actor) }))
  routes.read(products.listProductMembers, async ({ params }, db) => ({
    result: await membersOf(db, params.productId),
  }))
  routes.write(products.addProductMember, async ({ actor, params }, tx) => ({
    result: await addMember(tx, actor, params),
  }))
  routes.write(products.removeProductMember, async ({ actor, params }, tx) => ({
    result: await removeMember(tx, actor, params),
  }))
}
