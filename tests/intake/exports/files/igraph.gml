Creator "igraph version 1.0.0 Sun Nov 22 13:45:04 2026"
Version 1
graph
[
  directed 0
  node
  [
    id 0
    name "Ann"
  ]
  node
  [
    id 1
    name "Bob"
  ]
  node
  [
    id 2
    name "Cy"
  ]
  node
  [
    id 3
    name "Di"
  ]
  node
  [
    id 4
    name "Lone"
  ]
  edge
  [
    source 1
    target 0
    weight 1
  ]
  edge
  [
    source 2
    target 1
    weight 2.5
  ]
  edge
  [
    source 3
    target 2
    weight 3
  ]
  edge
  [
    source 3
    target 0
    weight 4
  ]
]
