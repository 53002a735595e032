/** The start of every selection of published properties, in the columns of draft ones; conditions and order follow. */
export const selectVersionProperties = `
  SELECT version_properties.*, version_properties.version_item_id AS item_id, 0 AS deleted, versions.product_id,
    versions.number AS version_number, workspaces.organization_id
  FROM version_properties
  JOIN versions ON versions.id = version_properties.version_id
  JOIN products ON products.id = versions.product_id
  JOIN workspaces ON workspaces.id = products.workspace_id`
